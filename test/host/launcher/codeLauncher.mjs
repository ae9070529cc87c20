#!/usr/bin/env node
// The executable that stands in for the desktop's `code`; see launch.ts.
import { register } from "tsx/esm/api";

register();
await import("./launch.ts");
