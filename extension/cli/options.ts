import { InvalidArgumentError, Option } from "commander";

/** Makes an option that may be given once, with some text. */
export function textOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value, previous: string | undefined) => {
    if (previous !== undefined) throw new InvalidArgumentError("It is given twice.");
    if (value === "") throw new InvalidArgumentError("It is empty.");
    return value;
  });
}

/** Makes the option that says which provider to ask. */
export function providerOption(): Option {
  return textOption(
    "--provider <id>",
    "ask this provider where the sketch alone is not clear: fireworks, openai, ollama, ...",
  );
}

/** Makes the option that says which of the provider's models to ask. */
export function modelOption(): Option {
  return textOption("--model <name>", "the model of the provider");
}

/** Makes the option that says at which address to ask. */
export function baseUrlOption(): Option {
  return textOption("--base-url <url>", "the provider's address, where it is not its usual one");
}
