export const fixture = "fixture";
