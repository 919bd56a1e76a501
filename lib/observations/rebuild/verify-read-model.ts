import 'server-only';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Part } from './rebuild-records.ts';
import { rebuildPayments, rebuildWithdrawals } from './rebuild-records.ts';
import type { RecordId } from './record-queries.ts';
import { callbackCounts, everyBusiness, recordIdsAfter } from './record-queries.ts';
import type { Select } from './verify-queries.ts';
import { inSnapshot } from './verify-queries.ts';

/** A value that the read model holds and the stored bytes do not give, or the other way round. */
export type Difference = Part & { readonly businessId: string; readonly record: string };

const page = 500;
/** Callbacks that are held in memory at once, but for those of one payment. */
const mostCallbacks = 5_000;

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
 * Rebuilds every record from the stored bytes, beside the read model and without touching it, and says where the two
 * differ (invariant I3). It goes by keysets of a bounded size, each of one moment, so that it may run while callbacks
 * are received and takes no more memory for millions of records than for a few. What `npm run seed` made up has no
 * bytes: it is counted, not compared. `at` is told after each keyset how far it is.
 */
export async function verifyReadModel(
  found: (difference: Difference) => void,
  at: (told: VerifyResult) => void = () => undefined,
): Promise<VerifyResult> {
  const told = { payments: 0, withdrawals: 0, seeded: 0, differences: 0 };
  for (const businessId of await inSnapshot(everyBusiness))
    for (const kind of ['payment', 'withdrawal'] as const)
      for (let after: string | null = null; ; ) {
        const place: string | null = after;
        const { last, seeded, parts, count }: Page = await inSnapshot((select) =>
          comparePage(select, kind, businessId, place),
        );
        if (last === null) break;
        told[kind === 'payment' ? 'payments' : 'withdrawals'] += count;
        told.seeded += seeded;
        told.differences += parts.length;
        for (const part of parts) found(part);
        after = last;
        at({ ...told });
      }
  return told;
}

async function comparePage(
  select: Select,
  kind: 'payment' | 'withdrawal',
  businessId: BusinessId,
  after: string | null,
): Promise<Page> {
  const next = await recordIdsAfter(select, kind, businessId, after, page);
  const all = kind === 'payment' ? await fewCallbacksOf(select, businessId, next) : next;
  const ids = all.flatMap(({ id, seeded }) => (seeded ? [] : [id]));
  const parts =
    kind === 'payment'
      ? (
          await rebuildPayments(
            select,
            businessId,
            ids.map((id) => toId<PaymentId>(id)),
          )
        ).flatMap(({ paymentId, differences }) => partsOf(`payment ${paymentId}`, differences))
      : (
          await rebuildWithdrawals(
            select,
            businessId,
            ids.map((id) => toId<WithdrawalId>(id)),
          )
        ).flatMap(({ withdrawalId, differences }) => partsOf(`withdrawal ${withdrawalId}`, differences));
  return {
    last: all.at(-1)?.id ?? null,
    count: ids.length,
    seeded: all.length - ids.length,
    parts: parts.map((part) => ({ businessId, ...part })),
  };
}

/** As many of the payments as have together no more callbacks than fit: at least the first. */
async function fewCallbacksOf(
  select: Select,
  businessId: BusinessId,
  payments: readonly RecordId[],
): Promise<readonly RecordId[]> {
  const counts = await callbackCounts(
    select,
    businessId,
    payments.map(({ id }) => id),
  );
  let sum = 0;
  const end = payments.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return sum > mostCallbacks && index > 0;
  });
  return end === -1 ? payments : payments.slice(0, end);
}

const partsOf = (record: string, differences: readonly Part[]) =>
  differences.map((part) => ({ record, ...part }));
