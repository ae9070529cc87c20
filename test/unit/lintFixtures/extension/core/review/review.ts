export const review = "review";
