export const merge = "merge";
