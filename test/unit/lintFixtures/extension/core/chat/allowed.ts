// expect: nothing
import { string } from "valibot";

export const allowed = string;
