// expect: nothing
export const tools = "tools";
