// expect: nothing
export const node = "node";
