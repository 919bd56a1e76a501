import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { AcknowledgedCallback } from './callback-sender.ts';

/**
 * Runs a rehearsal in a temporary folder, which is deleted afterwards unless the rehearsal throws. A signal ends what the
 * rehearsal started.
 */
export async function inWorkFolder(
  work: (folder: string, onEnd: (end: () => Promise<void>) => void) => Promise<void>,
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-rehearsal-'));
  fs.chmodSync(folder, 0o777);
  const ends: (() => Promise<void>)[] = [];
  const endAll = async () => {
    for (const end of ends) await end();
  };
  const leave = () => void endAll().finally(() => process.exit(143));
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  try {
    await work(folder, (end) => void ends.unshift(end));
  } catch (error) {
    console.error(`The logs stay in ${folder}.`);
    await endAll();
    throw error;
  } finally {
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  }
  await endAll();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** The read model holds what was acknowledged after this time, also where a worker repeats the reading. */
export const readModelSeconds = 90;

/** Counts of acknowledged deposits that the database doesn't hold. */
export type MissingDeposits = {
  /** Callbacks whose bytes are not stored. */
  readonly lost: number;
  /** Stored callbacks that are not in the read model yet. */
  readonly unread: number;
};

async function countMissing(url: string, depositIds: readonly string[]): Promise<MissingDeposits> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE NOT EXISTS (SELECT FROM callback_message
                                                   WHERE position(convert_to(sent.id::text, 'UTF8') IN body) > 0))::int AS lost,
              count(*) FILTER (WHERE NOT EXISTS (SELECT FROM deposit WHERE deposit_id = sent.id))::int AS unread
         FROM unnest($1::uuid[]) AS sent (id)`,
      [depositIds],
    );
    const [row] = rows;
    return { lost: Number(row?.lost), unread: Number(row?.unread) - Number(row?.lost) };
  } finally {
    await client.end();
  }
}

/** Returns the acknowledged callbacks whose bytes are not stored. */
export async function listMissing(
  url: string,
  acknowledged: readonly AcknowledgedCallback[],
): Promise<readonly AcknowledgedCallback[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT sent.id::text AS id FROM unnest($1::uuid[]) AS sent (id)
        WHERE NOT EXISTS (SELECT FROM callback_message WHERE position(convert_to(sent.id::text, 'UTF8') IN body) > 0)`,
      [acknowledged.map(({ depositId }) => depositId)],
    );
    const missing = new Set(rows.map(({ id }) => id));
    return acknowledged.filter(({ depositId }) => missing.has(depositId));
  } finally {
    await client.end();
  }
}

/** Waits until the read model holds every stored callback, because a worker may have to repeat the reading. */
export async function waitForMissing(
  url: string,
  depositIds: readonly string[],
  seconds: number,
): Promise<MissingDeposits> {
  let missing = await countMissing(url, depositIds);
  await secondsUntil(async () => {
    missing = await countMissing(url, depositIds);
    return missing.unread === 0;
  }, seconds);
  return missing;
}

/** Returns the status of a GET request, or 0 where the connection broke. */
export async function fetchStatus(address: string, cookie = ''): Promise<number> {
  try {
    const response = await fetch(address, {
      // As a browser asks for a page.
      headers: { cookie, accept: 'text/html, */*' },
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Returns the seconds until `isTrue`, or null after `seconds`. */
export async function secondsUntil(
  isTrue: () => boolean | Promise<boolean>,
  seconds: number,
): Promise<number | null> {
  const begun = performance.now();
  for (;;) {
    if (await isTrue()) return Math.round((performance.now() - begun) / 100) / 10;
    if (performance.now() - begun > seconds * 1_000) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
