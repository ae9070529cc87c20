// expect: import-x/no-restricted-paths
import { sketch } from "../sketch/sketch.ts";

export const planted = sketch;
