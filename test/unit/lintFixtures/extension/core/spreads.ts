// expect: no-restricted-syntax
export const most = (numbers: readonly number[]): number => Math.max(...numbers);
