// expect: no-restricted-globals
export const planted = (callback: () => void): NodeJS.Timeout => setTimeout(callback, 1);
