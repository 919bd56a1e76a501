import 'server-only';
import * as z from 'zod';
import { dayBegin } from '#lib/database/day-begin.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Selection } from '#lib/observations/index.ts';
import type { BusinessId, MessageId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { ReprocessingView } from '../schema/reprocess.ts';

const mostListed = 20;

/** The column `selection`. */
export const storedSelection = z.object({
  kind: z.enum(['deposit-received', 'withdrawal', 'deposit-exchanged']).nullable(),
  verdict: z.enum(['applied', 'new-version', 'quarantined']).nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  message: z
    .string()
    .nullable()
    .transform((id) => (id === null ? null : toId<MessageId>(id))),
  messages: z
    .array(z.string())
    .nullish()
    .transform((ids) => ids?.map((id) => toId<MessageId>(id)) ?? null),
});
const differences = z.array(
  z.object({ record: z.string(), path: z.string(), held: z.string(), rebuilt: z.string() }),
);

export async function insertReprocessing(
  transaction: Transaction,
  run: {
    readonly businessId: BusinessId;
    readonly requestedBy: PersonId;
    readonly requestedAt: Instant;
    readonly dryRunId: string | null;
    readonly selection: Selection;
    readonly until: Instant;
    readonly total: number;
  },
): Promise<string> {
  const { requestedAt, until, ...rest } = run;
  const { id } = await transaction.callbackReprocessing.create({
    data: { ...rest, requestedAt: toDate(requestedAt), until: toDate(until), state: 'waiting' },
    select: { id: true },
  });
  return id;
}

/** A dry run that has ended, and has not been applied yet. */
export async function findDryRun(
  transaction: Transaction,
  businessId: BusinessId,
  id: string,
): Promise<{ selection: Selection; until: Instant; total: number; wasApplied: boolean } | null> {
  const row = await transaction.callbackReprocessing.findFirst({
    where: { id, businessId, dryRunId: null, state: 'done' },
  });
  if (row === null) return null;
  const applied = await transaction.callbackReprocessing.count({
    where: { businessId, dryRunId: id, state: { in: ['waiting', 'done'] } },
  });
  return {
    selection: storedSelection.parse(row.selection),
    until: fromDate(row.until),
    total: row.total,
    wasApplied: applied > 0,
  };
}

export async function countWaiting(transaction: Transaction, businessId: BusinessId): Promise<number> {
  return transaction.callbackReprocessing.count({ where: { businessId, state: 'waiting' } });
}

export async function stopWaiting(
  transaction: Transaction,
  businessId: BusinessId,
  id: string,
  now: Instant,
): Promise<boolean> {
  const { count } = await transaction.callbackReprocessing.updateMany({
    where: { id, businessId, state: 'waiting' },
    data: { state: 'stopped', finishedAt: toDate(now) },
  });
  return count > 0;
}

/** Ids without number are of no use on a page. */
function selectionView(stored: unknown): ReprocessingView['selection'] {
  const { messages, ...rest } = storedSelection.parse(stored);
  return { ...rest, picked: messages?.length ?? null };
}

const state = z.enum(['waiting', 'done', 'stopped', 'failed']).catch('failed');

/** The newest ones, with what they found. The caller has checked the permission. */
export async function readReprocessings(businessId: BusinessId): Promise<readonly ReprocessingView[]> {
  const rows = await database().callbackReprocessing.findMany({
    where: { businessId },
    orderBy: { requestedAt: 'desc' },
    take: mostListed,
  });
  const people = await database().person.findMany({
    where: { id: { in: rows.map(({ requestedBy }) => requestedBy) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    reprocessingId: row.id,
    person: names.get(row.requestedBy) ?? 'somebody',
    requestedAt: fromDate(row.requestedAt),
    finishedAt: row.finishedAt === null ? null : fromDate(row.finishedAt),
    dryRunId: row.dryRunId,
    selection: selectionView(row.selection),
    until: fromDate(row.until),
    state: state.parse(row.state),
    total: row.total,
    seen: row.seen,
    differing: row.differing,
    differences: differences.catch([]).parse(row.differences),
    problem: row.problem,
    wasApplied: rows.some((one) => one.dryRunId === row.id && ['waiting', 'done'].includes(one.state)),
  }));
}

/** Days of the business's time zone, both ends included, as moments. */
export async function toDayBounds(
  businessId: BusinessId,
  from: string | null,
  to: string | null,
): Promise<{ from: number | null; to: number | null }> {
  const { rows } = await databasePool().query<{ from: string | null; to: string | null }>(
    `SELECT (extract(epoch from ${dayBegin('$2::date', 'time_zone')}) * 1000)::bigint::text AS from,
            (extract(epoch from ${dayBegin('$3::date + 1', 'time_zone')}) * 1000)::bigint::text AS to
       FROM business WHERE id = $1::uuid`,
    [businessId, from, to],
  );
  const read = (text: string | null | undefined) =>
    text === null || text === undefined ? null : Number(text);
  return { from: read(rows[0]?.from), to: read(rows[0]?.to) };
}
