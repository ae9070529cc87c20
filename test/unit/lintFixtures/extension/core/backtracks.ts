// expect: regexp/no-super-linear-backtracking
export const isBracketed = (line: string): boolean => /^\(\s*(.*?)\s*\)$/.test(line);
