import pg from 'pg';
import type { AcknowledgedCallback } from './callback-sender.ts';
import type { Installation } from './installation.ts';
import type { Report } from './report.ts';
import { readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

async function countRows(url: string): Promise<{ messages: number; deposits: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM callback_message)::int AS messages, (SELECT count(*) FROM deposit)::int AS deposits`,
    );
    return { messages: Number(rows[0]?.messages), deposits: Number(rows[0]?.deposits) };
  } finally {
    await client.end();
  }
}

/**
 * Promises that each acknowledged callback is stored once and in the read model, and that the read model, its sums and
 * its counts equal a rebuild from the stored bytes.
 */
export async function verifyCompleteData(
  report: Report,
  place: Installation,
  url: string,
  acknowledged: readonly AcknowledgedCallback[],
): Promise<void> {
  const ids = acknowledged.map(({ depositId }) => depositId);
  const { lost, unread } = await waitForMissing(url, ids, readModelSeconds);
  report.promise('No acknowledged callback is lost', lost === 0 && ids.length > 0, `${lost} lost`);
  report.promise('Every callback is in the read model', unread === 0, `${unread} missing`);
  const { messages, deposits } = await countRows(url);
  report.promise(
    'Nothing is doubled',
    messages === ids.length && deposits === ids.length,
    `${messages} messages and ${deposits} deposits for ${ids.length} callbacks`,
  );
  let outcome = { isSound: false, printed: '' };
  // Jobs add the last rows to sums and counts once a minute.
  await secondsUntil(async () => {
    outcome = await place.verify();
    return outcome.isSound;
  }, readModelSeconds);
  report.promise(
    'The read model equals a rebuild',
    outcome.isSound,
    outcome.isSound ? undefined : outcome.printed.slice(-500),
  );
}
