// expect: no-restricted-globals
// @ts-expect-error: the project does not load the types of a browser
export const planted = typeof window;
