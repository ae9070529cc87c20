import { initial } from "./theme";

document.documentElement.dataset.theme = initial;
