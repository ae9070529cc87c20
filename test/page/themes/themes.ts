import dark from "./dark.json" with { type: "json" };
import hcDark from "./hcDark.json" with { type: "json" };
import hcLight from "./hcLight.json" with { type: "json" };
import light from "./light.json" with { type: "json" };

export type ThemeName = "dark" | "light" | "hcDark" | "hcLight";

interface Theme {
  /** The CSS variables that VS Code gives to a page; the colours are those of its default themes. */
  readonly variables: Readonly<Record<string, string>>;
  readonly bodyClass: string;
}

const fonts = {
  "--vscode-font-family": "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
  "--vscode-font-size": "13px",
  "--vscode-font-weight": "normal",
  "--vscode-editor-font-family": "'DejaVu Sans Mono', monospace",
  "--vscode-editor-font-size": "13px",
  "--vscode-editor-font-weight": "normal",
};

export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: { variables: { ...fonts, ...dark }, bodyClass: "vscode-dark" },
  light: { variables: { ...fonts, ...light }, bodyClass: "vscode-light" },
  hcDark: { variables: { ...fonts, ...hcDark }, bodyClass: "vscode-high-contrast" },
  hcLight: { variables: { ...fonts, ...hcLight }, bodyClass: "vscode-high-contrast vscode-high-contrast-light" },
};
