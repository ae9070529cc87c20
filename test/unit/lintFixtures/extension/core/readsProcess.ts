// expect: no-restricted-globals
export const planted = process.platform;
