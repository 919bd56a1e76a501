import { expect } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { PersonId } from '#lib/values/ids.ts';

type Change = { readonly text: string; readonly values: readonly unknown[] };

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await databasePool().query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}

/** Acts while another transaction makes these changes. It commits as soon as the act waits for one of its locks. */
export async function actDuringChange<T>(changes: readonly Change[], act: () => Promise<T>): Promise<T> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN');
    for (const { text, values } of changes) await client.query(text, [...values]);
    const acting = act();
    acting.catch(() => undefined);
    await waitForLock();
    await client.query('COMMIT');
    return await acting;
  } finally {
    client.release();
  }
}

/** Acts while an operator disables the account of this person, in the order of `disablePerson`. */
export const actDuringDisabling = <T>(personId: PersonId, act: () => Promise<T>): Promise<T> =>
  actDuringChange(
    [
      { text: 'SELECT FROM membership WHERE person_id = $1 FOR UPDATE', values: [personId] },
      { text: 'UPDATE person SET disabled_at = now() WHERE id = $1', values: [personId] },
    ],
    act,
  );
