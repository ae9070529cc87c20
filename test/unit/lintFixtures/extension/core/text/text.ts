export const text = "text";
