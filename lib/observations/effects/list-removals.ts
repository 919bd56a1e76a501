import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { RecordChange } from '../model/record-change.ts';
import { loadPayments, loadWithdrawals } from '../rebuild/record-queries.ts';
import { queryWithin } from '../rebuild/verify-queries.ts';

/**
 * Returns the changes that remove these payments, with their deposits, or withdrawals. The caller holds their locks,
 * removes them and applies the effects.
 */
export async function listRemovals(
  transaction: Transaction,
  businessId: BusinessId,
  kind: 'payment' | 'withdrawal',
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordChange[]>> {
  const select = queryWithin(transaction);
  const removal = { businessId, after: null } as const;
  if (kind === 'withdrawal') {
    const stored = await loadWithdrawals(
      select,
      businessId,
      ids.map((id) => toId<WithdrawalId>(id)),
    );
    return new Map([...stored].map(([id, before]) => [id, [{ ...removal, kind, before }]]));
  }
  const stored = await loadPayments(
    select,
    businessId,
    ids.map((id) => toId<PaymentId>(id)),
  );
  return new Map(
    [...stored].map(([id, { payment, deposits }]) => [
      id,
      [
        ...(payment === null ? [] : [{ ...removal, kind, before: payment }]),
        ...deposits.map((before) => ({ ...removal, kind: 'deposit' as const, before })),
      ],
    ]),
  );
}
