import 'server-only';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Part } from './rebuild-records.ts';
import { rebuildPayments, rebuildWithdrawals } from './rebuild-records.ts';
import { everyBusiness, recordIdsAfter } from './record-queries.ts';
import type { Select } from './verify-queries.ts';
import { inSnapshot } from './verify-queries.ts';

/** A value that the read model holds and the stored bytes do not give, or the other way round. */
export type Difference = Part & { readonly businessId: string; readonly record: string };

const page = 500;

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
 * bytes: it is counted, not compared.
 */
export async function verifyReadModel(
  found: (difference: Difference) => void,
): Promise<{ payments: number; withdrawals: number; seeded: number; differences: number }> {
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
      }
  return told;
}

async function comparePage(
  select: Select,
  kind: 'payment' | 'withdrawal',
  businessId: BusinessId,
  after: string | null,
): Promise<Page> {
  const all = await recordIdsAfter(select, kind, businessId, after, page);
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

const partsOf = (record: string, differences: readonly Part[]) =>
  differences.map((part) => ({ record, ...part }));
