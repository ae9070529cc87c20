import { analytics } from "./analytics";
import { session } from "./session";
import { store } from "./store";

export async function signOut(): Promise<void> {
  analytics.flush();
  await session.end();
  store.reset();
}

export async function refresh(): Promise<boolean> {
  const token = await session.renew();
  return token !== undefined;
}
