// expect: typescript/no-floating-promises
async function plant(): Promise<void> {
  await Promise.resolve();
}

export const planted = (): void => {
  plant();
};
