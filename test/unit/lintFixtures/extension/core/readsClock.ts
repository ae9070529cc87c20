// expect: no-restricted-globals
export const planted = (): Date => new Date();
