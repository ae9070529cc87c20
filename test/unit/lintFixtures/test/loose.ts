// expect: eqeqeq
export const isSame = (a: string, b: string): boolean => a == b;
