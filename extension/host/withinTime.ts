/** Gives what work comes to, or `undefined` after so many milliseconds; then it goes on, and nobody hears of its end. Rejects as the work does. */
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
