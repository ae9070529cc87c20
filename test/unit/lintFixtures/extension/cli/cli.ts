export const cli = "cli";
