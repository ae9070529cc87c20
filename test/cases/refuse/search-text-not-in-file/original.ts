export interface Options {
  retries: number;
  backoff: number;
}

export const defaults: Options = {
  retries: 3,
  backoff: 250,
};
