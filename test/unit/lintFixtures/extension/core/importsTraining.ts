// expect: import-x/no-restricted-paths
import { training } from "../../training/training.ts";

export const planted = training;
