import type { BrowserContext } from "playwright-core";

export interface Development {
  /** Folders of extensions to load as they are. */
  readonly extensions: readonly string[];
  /** Module whose `run` the extension host calls. Without it VS Code is as for a user who develops the extensions. */
  readonly tests?: string;
}

/**
 * Makes every page load extensions and tests from folders. The workbench would take them from its address too, but only together with the
 * driver of its smoke tests, which suppresses notifications. So its configuration is changed in the page, before its scripts read it.
 */
export async function addDevelopment(context: BrowserContext, port: number, development: Development): Promise<void> {
  const uri = (path: string): object => ({ scheme: "vscode-remote", authority: `127.0.0.1:${port}`, path });
  const options = {
    extensions: development.extensions.map(uri),
    ...(development.tests === undefined ? {} : { extensionTestsPath: uri(development.tests) }),
  };
  // As text, since it runs in the page, whose globals the types of this project do not know.
  await context.addInitScript(`
    document.addEventListener("readystatechange", () => {
      const element = document.getElementById("vscode-workbench-web-configuration");
      if (window !== window.top || document.readyState !== "interactive" || element === null) return;
      const configuration = JSON.parse(element.dataset.settings);
      configuration.developmentOptions = { ...configuration.developmentOptions, ...${JSON.stringify(options)} };
      element.dataset.settings = JSON.stringify(configuration);
    });
  `);
}
