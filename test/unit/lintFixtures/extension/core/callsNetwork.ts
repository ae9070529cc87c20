// expect: no-restricted-globals
export const planted = (): Promise<Response> => fetch("http://localhost");
