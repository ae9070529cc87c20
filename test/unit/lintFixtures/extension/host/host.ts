export const host = "host";
