import { hash } from './hash';
import { db } from './db';

// Accounts that never confirm are purged after this many days.
const PURGE_AFTER = 14;

export async function register(email: string, secret: string) {
  // Emails are compared in lower case everywhere.
  const key = email.toLowerCase();
  const row = await db.insert('accounts', {
    email: key,
    secret: await hash(secret),
    state: 'new',
  });
  return row.id;
}

export async function purge(now: Date) {
  const limit = new Date(now.getTime() - PURGE_AFTER * 86_400_000);
  return db.remove('accounts', { state: 'new', before: limit });
}
