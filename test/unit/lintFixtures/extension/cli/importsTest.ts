// expect: import-x/no-restricted-paths
import { fixture } from "../../test/fixture.ts";

export const planted = fixture;
