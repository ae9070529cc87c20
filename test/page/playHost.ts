declare function tellTest(message: unknown): Promise<void>;

/** Runs in the page before its own script: what VS Code gives to a page. What the page posts goes to `tellTest`. */
export function playHost(given: {
  readonly variables: Readonly<Record<string, string>>;
  readonly bodyClass: string;
}): void {
  const storage = window.sessionStorage;
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => void tellTest(message),
      getState: (): unknown => JSON.parse(storage.getItem("state") ?? "null") ?? undefined,
      setState: (state: unknown) => {
        storage.setItem("state", JSON.stringify(state));
      },
    }),
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const [name, value] of Object.entries(given.variables))
      document.documentElement.style.setProperty(name, value);
    document.body.className = given.bodyClass;
  });
}
