// expect: import-x/no-restricted-paths
import { review } from "../review/review.ts";

export const planted = review;
