import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { setUtc } from '#lib/database/session-settings.ts';
import { fillInParallel } from './fill-in-parallel.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import { uuidSql } from './randomness.ts';

/** From this number of rows on it is faster to rebuild the indexes afterwards. */
const manyRows = 300_000;

export class SeedRefusal extends Error {}

export type FillInput = {
  readonly url: string;
  /** Null selects the first business. */
  readonly business: string | null;
  /** Total number, including existing payments. */
  readonly payments: number;
  /** Payments in one transaction. */
  readonly atOnce?: number;
  readonly say: (line: string) => void;
  /** Stops after the current transactions. */
  readonly stop: AbortSignal;
};

async function findBusiness(client: pg.Client, requestedId: string | null): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id::text AS id FROM business WHERE $1::uuid IS NULL OR id = $1::uuid ORDER BY created_at, id LIMIT 1',
    [requestedId],
  );
  if (rows[0]) return rows[0].id;
  throw new SeedRefusal(
    requestedId === null
      ? 'There is no business yet: run `npm start` once, then seed.'
      : `There is no business ${requestedId} here.`,
  );
}

/**
 * Returns the number of seeded payments. They are numbered from 0 without gaps, so the first missing number is
 * searched for.
 */
async function numberSeeded(client: pg.Client, business: string): Promise<number> {
  const isThere = async (n: number): Promise<boolean> => {
    const { rowCount } = await client.query(
      `SELECT FROM payment WHERE business_id = $1::uuid AND payment_id = ${uuidSql('$1::uuid', '$2::bigint', "'p'")}`,
      [business, n],
    );
    return rowCount !== 0;
  };
  let [existing, missing] = [0, 1];
  while (await isThere(missing - 1)) [existing, missing] = [missing, missing * 2];
  while (missing - existing > 1) {
    const middle = Math.floor((existing + missing) / 2);
    if (await isThere(middle - 1)) existing = middle;
    else missing = middle;
  }
  return existing;
}

const grouped = (count: number) => count.toLocaleString('en-US');

/** Updates the planner's statistics and the visibility map. */
async function analyzeTables(client: pg.Client, say: FillInput['say']): Promise<void> {
  for (const table of ['payment', 'deposit', 'deposit_risk', 'withdrawal', 'callback_message']) {
    say(`looking through ${table}`);
    await client.query(`VACUUM (ANALYZE) ${table}`);
  }
  await client.query(
    'ANALYZE payment_intent, intent_payment, payment_attempt, review_change, callback_delivery',
  );
}

/** Fills the business up to this total number of payments. Returns the business and the number of added payments. */
export async function fillBusiness({
  url,
  business: wanted,
  payments,
  atOnce = 100_000,
  say,
  stop,
}: FillInput) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  await setUtc(client);
  try {
    const { rows: locked } = await client.query(
      "SELECT pg_try_advisory_lock(hashtext('countinghouse seed')) AS mine",
    );
    if (locked[0]?.mine !== true) throw new SeedRefusal('Another seed is at work in this database.');
    await applyMigrations(client);
    const wasInterrupted = await makeIndexes(client, url, say);
    const business = await findBusiness(client, wanted);
    const { rows } = await client.query('SELECT count(*)::int AS count FROM payment WHERE business_id = $1', [
      business,
    ]);
    const before = Number(rows[0]?.count ?? 0);
    const missing = payments - before;
    say(`business ${business} has ${grouped(before)} payments, ${grouped(Math.max(missing, 0))} are to come`);
    if (missing <= 0) {
      if (wasInterrupted) await analyzeTables(client, say);
      return { business, added: 0 };
    }
    const { rows: makers } = await client.query<{ id: string }>(
      `SELECT person_id::text AS id FROM membership WHERE business_id = $1 AND role IN ('finance', 'owner')
        ORDER BY role, person_id LIMIT 1`,
      [business],
    );
    const first = await numberSeeded(client, business);
    if (missing >= manyRows && missing > before / 2)
      say(`${await dropIndexes(client)} indexes are made anew at the end; until then pages are slow`);
    const maker = makers[0]?.id ?? null;
    const begun = performance.now();
    const added = await fillInParallel({ url, business, maker, first, missing, atOnce, stop }, (done) => {
      const rate = done / ((performance.now() - begun) / 1_000);
      const left = Math.ceil((missing - done) / rate);
      say(
        `${grouped(before + done)} of ${grouped(payments)} payments, ${grouped(Math.round(rate))}/s, ${left} s to go`,
      );
    });
    await makeIndexes(client, url, say);
    await analyzeTables(client, say);
    return { business, added };
  } finally {
    await client.end();
  }
}
