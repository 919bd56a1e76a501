import 'server-only';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { ValueDifference } from './rebuild-records.ts';
import { rebuildPayments, rebuildWithdrawals } from './rebuild-records.ts';
import type { RecordId } from './record-queries.ts';
import { countCallbacks, listRecordIds, listStoredBusinesses } from './record-queries.ts';
import type { QueryFunction } from './verify-queries.ts';
import { runInSnapshot } from './verify-queries.ts';

/** A difference between the read model and the rebuilt state, with its record. */
export type Difference = ValueDifference & { readonly businessId: string; readonly record: string };

const pageSize = 500;
/** The most callbacks in memory at once, except those of one payment. */
const maxCallbacks = 5_000;

export type VerifyResult = {
  readonly payments: number;
  readonly withdrawals: number;
  readonly seeded: number;
  readonly differences: number;
};

type Page = {
  readonly last: string | null;
  readonly count: number;
  readonly seeded: number;
  readonly parts: readonly Difference[];
};

/**
 * Rebuilds every record from the stored bytes and compares it with the read model, without writing (invariant I3). It
 * reads bounded batches, each in its own snapshot. So it can run while callbacks arrive, with constant memory. Seeded
 * records (`npm run seed`) have no bytes and are only counted. Calls `onProgress` after each batch.
 */
export async function verifyReadModel(
  onDifference: (difference: Difference) => void,
  onProgress: (progress: VerifyResult) => void = () => undefined,
): Promise<VerifyResult> {
  const progress = { payments: 0, withdrawals: 0, seeded: 0, differences: 0 };
  for (const businessId of await runInSnapshot(listStoredBusinesses))
    for (const kind of ['payment', 'withdrawal'] as const)
      for (let after: string | null = null; ; ) {
        const cursor: string | null = after;
        const { last, seeded, parts, count }: Page = await runInSnapshot((select) =>
          comparePage(select, kind, businessId, cursor),
        );
        if (last === null) break;
        progress[kind === 'payment' ? 'payments' : 'withdrawals'] += count;
        progress.seeded += seeded;
        progress.differences += parts.length;
        for (const part of parts) onDifference(part);
        after = last;
        onProgress({ ...progress });
      }
  return progress;
}

async function comparePage(
  select: QueryFunction,
  kind: 'payment' | 'withdrawal',
  businessId: BusinessId,
  after: string | null,
): Promise<Page> {
  const recordIds = await listRecordIds(select, kind, businessId, after, pageSize);
  const selected = kind === 'payment' ? await limitByCallbacks(select, businessId, recordIds) : recordIds;
  const ids = selected.flatMap(({ id, seeded }) => (seeded ? [] : [id]));
  const parts =
    kind === 'payment'
      ? (
          await rebuildPayments(
            select,
            businessId,
            ids.map((id) => toId<PaymentId>(id)),
          )
        ).flatMap(({ paymentId, differences }) => withRecord(`payment ${paymentId}`, differences))
      : (
          await rebuildWithdrawals(
            select,
            businessId,
            ids.map((id) => toId<WithdrawalId>(id)),
          )
        ).flatMap(({ withdrawalId, differences }) => withRecord(`withdrawal ${withdrawalId}`, differences));
  return {
    last: selected.at(-1)?.id ?? null,
    count: ids.length,
    seeded: selected.length - ids.length,
    parts: parts.map((part) => ({ businessId, ...part })),
  };
}

/** Returns the first payments whose callbacks together fit into memory, at least one. */
async function limitByCallbacks(
  select: QueryFunction,
  businessId: BusinessId,
  payments: readonly RecordId[],
): Promise<readonly RecordId[]> {
  const counts = await countCallbacks(
    select,
    businessId,
    payments.map(({ id }) => id),
  );
  let sum = 0;
  const end = payments.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return sum > maxCallbacks && index > 0;
  });
  return end === -1 ? payments : payments.slice(0, end);
}

const withRecord = (record: string, differences: readonly ValueDifference[]) =>
  differences.map((part) => ({ record, ...part }));
