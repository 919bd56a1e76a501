import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';
import type { MessageSelection } from '#lib/observations/index.ts';
import type { BusinessId, MessageId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { ReprocessingView } from '../schema/reprocess.ts';

const maximumListed = 20;

/** Shape of the column `selection`. */
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
const differencesColumn = z.array(
  z.object({ record: z.string(), path: z.string(), held: z.string(), rebuilt: z.string() }),
);

/** Inserts a waiting run and returns its id. */
export async function insertReprocessing(
  transaction: Transaction,
  run: {
    readonly businessId: BusinessId;
    readonly requestedBy: PersonId;
    readonly requestedAt: Instant;
    readonly dryRunId: string | null;
    readonly selection: MessageSelection;
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

/** Returns a dry run that is done, or null. */
export async function findDryRun(
  transaction: Transaction,
  businessId: BusinessId,
  id: string,
): Promise<{ selection: MessageSelection; until: Instant; total: number; wasApplied: boolean } | null> {
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

/** Counts the runs of a business that are not finished. */
export async function countWaiting(transaction: Transaction, businessId: BusinessId): Promise<number> {
  return transaction.callbackReprocessing.count({ where: { businessId, state: 'waiting' } });
}

/** Stops a run. Returns false if it has ended already. */
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

/** Replaces the ids of selected callbacks by their number, which is what the page shows. */
function toSelectionView(stored: unknown): ReprocessingView['selection'] {
  const { messages, ...rest } = storedSelection.parse(stored);
  return { ...rest, selectedCount: messages?.length ?? null };
}

const state = z.enum(['waiting', 'done', 'stopped', 'failed']).catch('failed');

/** Returns the newest runs with their differences. The caller has checked the permission. */
export async function readReprocessings(businessId: BusinessId): Promise<readonly ReprocessingView[]> {
  const rows = await database().callbackReprocessing.findMany({
    where: { businessId },
    orderBy: { requestedAt: 'desc' },
    take: maximumListed,
  });
  const people = await database().person.findMany({
    where: { id: { in: rows.map(({ requestedBy }) => requestedBy) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    reprocessingId: row.id,
    person: names.get(row.requestedBy) ?? tReprocess('run.formerMember'),
    requestedAt: fromDate(row.requestedAt),
    finishedAt: row.finishedAt === null ? null : fromDate(row.finishedAt),
    dryRunId: row.dryRunId,
    selection: toSelectionView(row.selection),
    until: fromDate(row.until),
    state: state.parse(row.state),
    total: row.total,
    seen: row.seen,
    differing: row.differing,
    differences: differencesColumn.catch([]).parse(row.differences),
    problem: row.problem,
    wasApplied: rows.some((run) => run.dryRunId === row.id && ['waiting', 'done'].includes(run.state)),
  }));
}
