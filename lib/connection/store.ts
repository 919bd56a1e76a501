import 'server-only';
import { instantColumn } from '#lib/platform/columns.ts';
import { database } from '#lib/platform/db.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

type CheckKey = 'credentials' | 'clock' | 'payment-read';

export type CheckOutcome = {
  readonly key: CheckKey;
  readonly state: 'good' | 'attention' | 'bad';
  readonly said: string;
};

type KeptCheck = Omit<CheckOutcome, 'key'> & { readonly at: Instant };

export async function keepChecks(
  transaction: Transaction,
  businessId: BusinessId,
  at: Instant,
  outcomes: readonly CheckOutcome[],
): Promise<void> {
  for (const { key, state, said } of outcomes) {
    const row = { checkedAt: toDate(at), state, said: said.slice(0, 1_000) };
    await transaction.connectionCheck.upsert({
      where: { businessId_key: { businessId, key } },
      create: { businessId, key, ...row },
      update: row,
    });
  }
}

const states = ['good', 'attention', 'bad'] as const;

export async function keptChecks(businessId: BusinessId): Promise<ReadonlyMap<string, KeptCheck>> {
  const rows = await database().connectionCheck.findMany({ where: { businessId } });
  return new Map(
    rows.map(({ key, state, said, checkedAt }) => [
      key,
      { state: states.find((one) => one === state) ?? 'attention', said, at: instantColumn(checkedAt) },
    ]),
  );
}
