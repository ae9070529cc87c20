// expect: nothing
import { scaleLinear } from "d3-scale";

export const scale = scaleLinear;
