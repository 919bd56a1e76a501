import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { StatementLine } from '#lib/statements/model/lines.ts';
import { statementLines } from '#lib/statements/model/lines.ts';
import type { Days } from '#lib/statements/model/period.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { PostedRuns } from './model/gross.ts';
import type { JournalMode, Movement } from './model/journal.ts';
import { movementKinds, postings } from './model/journal.ts';
import type { JournalTarget } from './model/targets.ts';

type Run = PlainTransaction['run'];

/**
 * The facts of the statement are read in one snapshot, so that all parts of a file agree. The runs are read in the transaction that adds
 * one, because that has those which it has added before.
 */
export type RunReads = {
  readonly readFacts: Run;
  readonly readRuns: Run;
};

/** Runs of a business wait for each other, so that none holds what another one holds. */
export async function lockRuns(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('journal ' || ${businessId}, 0))::text`;
}

const activeRuns = z.array(
  z.object({
    runId: z.string(),
    number: z.number(),
    /** The number in the IDs of its entries: that of the first run which it replaced, directly or through others. */
    idRun: z.number(),
    from: z.string(),
    to: z.string(),
    held: z.string(),
    posting: z.enum(postings).nullable(),
    /** When the last close that it has seen was made, in milliseconds. Manifests that were stored before they said so have its own time. */
    sawCloseAt: z.number(),
  }),
);

/** How a run posted. Manifests that were stored before they said so have parts of gross posting, or none. */
const postingSql = `CASE WHEN manifest::jsonb ? 'posting' THEN manifest::jsonb ->> 'posting' WHEN target IN ('camt', 'xeroBank') THEN NULL
  WHEN held ~ ' (serviceFee|grossDifference) ' THEN 'gross' ELSE 'net' END`;

const sawCloseAtSql = `CASE WHEN manifest::jsonb ? 'sawCloseAt' THEN coalesce((manifest::jsonb ->> 'sawCloseAt')::timestamptz, 'epoch')
  ELSE created_at END`;

/** The runs of a period that belong together: each program gets every movement, also one that another program has. */
export type RunScope = {
  readonly businessId: BusinessId;
  readonly target: JournalTarget;
  readonly currency: string;
  readonly period: Days;
};

/** Returns the runs of a target that no other run replaced and that share a day with a period. */
export async function listActiveRuns(run: Run, { businessId, target, currency, period }: RunScope) {
  return activeRuns.parse(
    await run(
      `SELECT run_id::text AS "runId", number, coalesce((manifest::jsonb ->> 'idRun')::int, number) AS "idRun", first_day::text AS "from", last_day::text AS "to", held,
              ${postingSql} AS posting, floor(extract(epoch FROM ${sawCloseAtSql}) * 1000)::float8 AS "sawCloseAt"
         FROM journal_run
        WHERE business_id = $1::uuid AND currency = $2 AND replaced_by IS NULL AND target = $5
          AND first_day <= $4::date AND last_day >= $3::date
        ORDER BY number`,
      [businessId, currency, period.from, period.to, target],
    ),
  );
}

const postedRuns = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    posting: z.enum(postings).nullable(),
    isSummed: z.boolean(),
  }),
);
const heldLines = z.array(z.object({ from: z.string(), to: z.string(), held: z.string() }));

/** Returns what active runs of a target and other days posted for some records besides credited amounts. */
export async function readPostedRuns(
  run: Run,
  scope: RunScope,
  recordIds: readonly string[],
): Promise<PostedRuns> {
  const { businessId, target, currency, period } = scope;
  const values = [businessId, currency, period.from, period.to, target];
  const runs = await run(
    `SELECT first_day::text AS "from", last_day::text AS "to", ${postingSql} AS posting,
            coalesce((manifest::jsonb ->> 'isSummed')::boolean, false) AS "isSummed" FROM ${otherRunsSql} ORDER BY number`,
    values,
  );
  const kinds = ['serviceFee', 'grossDifference'] as const;
  const parts = await readOtherHeld(run, scope, { recordIds, kinds, base: '', since: null });
  return { runs: postedRuns.parse(runs), parts };
}

/** Active runs of a target and currency that have other days than $3 to $4. */
const otherRunsSql = `journal_run WHERE business_id = $1::uuid AND currency = $2 AND replaced_by IS NULL AND target = $5
  AND (first_day, last_day) <> ($3::date, $4::date)`;

/** Returns the movements of some records and kinds that active runs of a target and other days hold, from a day on. */
export async function readOtherHeld(
  run: Run,
  { businessId, target, currency, period }: RunScope,
  {
    recordIds,
    kinds,
    base,
    since,
  }: {
    readonly recordIds: readonly string[];
    readonly kinds: readonly Movement['kind'][];
    readonly base: string;
    /** Null: any day. */
    readonly since: string | null;
  },
): Promise<readonly Movement[]> {
  const lines = await run(
    `SELECT first_day::text AS "from", last_day::text AS "to", line AS held
       FROM (SELECT first_day, last_day, held FROM ${otherRunsSql} AND last_day >= coalesce($8::date, '-infinity')) AS other,
            string_to_table(held, E'\\n') AS line
      WHERE split_part(line, ' ', 2) = ANY ($7::text[]) AND split_part(line, ' ', 3) = ANY ($6::text[])`,
    [businessId, currency, period.from, period.to, target, [...recordIds], [...kinds], since],
  );
  return heldLines.parse(lines).flatMap((one) => parseHeld(one, base));
}

const openedRows = z.array(z.object({ runId: z.string(), accounts: z.array(z.string()) }));

/** Returns the accounts that each active run of a target has opened in its file. */
export async function listOpenedAccounts(run: Run, businessId: BusinessId, target: JournalTarget) {
  return openedRows.parse(
    await run(
      `SELECT run_id::text AS "runId", coalesce(manifest::jsonb -> 'opened', '[]') AS accounts FROM journal_run
        WHERE business_id = $1::uuid AND target = $2 AND replaced_by IS NULL`,
      [businessId, target],
    ),
  );
}

const numberRows = z.tuple([z.object({ number: z.number() })]);

/** Returns the number of the next run of a business. */
export async function findNextNumber(run: Run, businessId: BusinessId): Promise<number> {
  const rows = await run(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM journal_run WHERE business_id = $1::uuid',
    [businessId],
  );
  return numberRows.parse(rows)[0].number;
}

const isLine = (name: string): name is StatementLine => statementLines.some((line) => line === name);
const isKind = (name: string): name is Movement['kind'] => movementKinds.some((kind) => kind === name);

/** Formats movements as lines of text: what a run holds. `base` is the currency of their values. */
export const formatHeld = (movements: readonly Movement[], base: string): string =>
  movements
    .map(({ line, kind, recordId, day, amount, bookedOn, value }) =>
      [line, kind, recordId, day, amount, bookedOn, ...(value === null ? [] : [value, base])].join(' '),
    )
    .join('\n');

/**
 * Parses what a run holds, without values in another currency than `base`. Runs that were stored without the day of an entry
 * booked other days on their first one.
 */
export const parseHeld = (
  { from, to, held }: Days & { readonly held: string },
  base: string,
): readonly Movement[] =>
  held.split('\n').flatMap((text): Movement[] => {
    const [line = '', kind = '', recordId = '', day = '', amount = '', stored, digits, currency] =
      text.split(' ');
    const bookedOn = stored ?? (day < from || day > to ? from : day);
    const value = digits === undefined || currency !== base ? null : signedAmount(digits);
    // An exchange difference in another currency than that of the books now stays as it is.
    if (kind === 'exchange' && value === null) return [];
    return isLine(line) && isKind(kind)
      ? [{ line, kind, recordId, day, bookedOn, amount: signedAmount(amount), value, fees: null }]
      : [];
  });

type NewRun = {
  readonly businessId: BusinessId;
  readonly number: number;
  readonly target: JournalTarget;
  readonly mode: JournalMode;
  readonly currency: string;
  readonly days: Days;
  readonly held: string;
  readonly entries: number;
  readonly fileName: string;
  readonly body: Uint8Array;
  readonly manifest: unknown;
  readonly by: PersonId;
  readonly at: Instant;
};

/** Stores the bytes of a run. Returns its ID and their SHA-256. */
export async function insertRun(
  transaction: Transaction,
  {
    businessId,
    number,
    target,
    mode,
    currency,
    days,
    held,
    entries,
    fileName,
    body,
    manifest,
    by,
    at,
  }: NewRun,
): Promise<{ readonly runId: string; readonly sha256: string }> {
  const sha256 = createHash('sha256').update(body).digest();
  const { runId } = await transaction.journalRun.create({
    data: {
      businessId,
      number,
      target,
      mode,
      currency,
      held,
      entries,
      fileName,
      firstDay: new Date(days.from),
      lastDay: new Date(days.to),
      body: new Uint8Array(body),
      sha256: new Uint8Array(sha256),
      manifest: JSON.stringify(manifest),
      createdById: by,
      createdAt: toDate(at),
    },
    select: { runId: true },
  });
  return { runId, sha256: sha256.toString('hex') };
}

/** Marks a run as replaced by another one. */
export async function markReplaced(
  transaction: Transaction,
  businessId: BusinessId,
  runId: string,
  replacedBy: string,
): Promise<void> {
  await transaction.journalRun.updateMany({
    where: { businessId, runId, replacedBy: null },
    data: { replacedBy },
  });
}
