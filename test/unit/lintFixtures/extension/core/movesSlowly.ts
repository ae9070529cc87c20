// expect: regexp/no-super-linear-move
export const withoutCommas = (line: string): string => line.replace(/,+$/, "");
