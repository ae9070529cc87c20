export const diff = "diff";
