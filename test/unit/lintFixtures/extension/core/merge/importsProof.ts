// expect: import-x/no-restricted-paths
import { proof } from "../proof/proof.ts";

export const planted = proof;
