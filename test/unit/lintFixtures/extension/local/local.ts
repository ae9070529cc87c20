export const local = "local";
