export const proof = "proof";
