/** Resolves as `work` does, or to `undefined` after `milliseconds`; the work then goes on unobserved. Rejects as the work does in time. */
export async function withinTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
