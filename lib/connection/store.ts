import 'server-only';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { conflictFingerprint } from './contradiction-said.ts';

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

export async function readChecks(businessId: BusinessId): Promise<ReadonlyMap<string, KeptCheck>> {
  const rows = await database().connectionCheck.findMany({ where: { businessId } });
  return new Map(
    rows.map(({ key, state, said, checkedAt }) => [
      key,
      { state: states.find((one) => one === state) ?? 'attention', said, at: instantColumn(checkedAt) },
    ]),
  );
}

const contradicting = {
  payment: `payment WHERE payment_id`,
  deposit: `deposit WHERE deposit_id`,
  withdrawal: `withdrawal WHERE withdrawal_id`,
} as const;

/** Whether the record contradicts itself in just this. */
export async function stillContradicts(
  transaction: Transaction,
  {
    businessId,
    kind,
    id,
    said,
  }: { businessId: BusinessId; kind: keyof typeof contradicting; id: string; said: string },
): Promise<boolean> {
  const rows = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT 1 FROM ${contradicting[kind]} = $2::uuid AND business_id = $1::uuid AND conflicts <> '[]'::jsonb
      AND ${conflictFingerprint('conflicts')} = $3`,
    businessId,
    id,
    said,
  );
  return rows.length > 0;
}

/** Answers false where somebody has acknowledged it already. */
export async function keepAcknowledgement(
  transaction: Transaction,
  {
    at,
    ...row
  }: {
    readonly businessId: BusinessId;
    readonly record: string;
    readonly recordId: string;
    readonly said: string;
    readonly personId: PersonId;
    readonly note: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const { count } = await transaction.contradictionAcknowledgement.createMany({
    data: [{ ...row, at: toDate(at) }],
    skipDuplicates: true,
  });
  return count > 0;
}
