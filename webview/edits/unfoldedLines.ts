import { createContext } from "preact";

/** The lines of files that elisions of the shown answers stand for, by `elisionKey`, as far as the page has asked. */
export const UnfoldedLines = createContext<ReadonlyMap<string, string>>(new Map());
