import { z } from "zod";

const MIN_LENGTH = 8;

export const email = z.string().email();

export const password = z.string().min(MIN_LENGTH);

export const signUp = z.object({
  email,
  password,
  name: z.string().optional(),
});

export type SignUp = z.infer<typeof signUp>;

export function explain(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}
