import 'server-only';
import * as z from 'zod';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { DepositAggregate } from '../model/deposit-aggregate.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from '../model/row-read.ts';
import {
  readRow,
  readStoredAggregate,
  toStoredDeposit,
  toStoredPayment,
  toStoredWithdrawal,
} from '../model/row-read.ts';
import type { QueryFunction } from './verify-queries.ts';
import { queryPool } from './verify-queries.ts';

const zero = '00000000-0000-0000-0000-000000000000';

/** A table that names a record, with a condition. Each has an index that starts with both columns. */
type RecordMention = {
  readonly table: string;
  readonly column: string;
  readonly condition: string;
  /** SQL that is true for rows of `npm run seed`, which have no bytes to rebuild from. */
  readonly seeded: string;
};

const seededCondition = `provenance @> '[{"source": "seed"}]'`;

const mentions: Readonly<Record<'payment' | 'withdrawal', readonly RecordMention[]>> = {
  payment: [
    { table: 'payment', column: 'payment_id', condition: 'true', seeded: seededCondition },
    { table: 'service_answer', column: 'payment_id', condition: 'true', seeded: 'false' },
    {
      table: 'callback_message',
      column: 'payment_id',
      condition: `kind = 'deposit-received' AND verdict IN ('applied', 'new-version')`,
      seeded: 'false',
    },
  ],
  withdrawal: [
    { table: 'withdrawal', column: 'withdrawal_id', condition: 'true', seeded: seededCondition },
    {
      table: 'callback_message',
      column: 'subject_id',
      condition: `kind = 'withdrawal' AND verdict IN ('applied', 'new-version')`,
      seeded: 'false',
    },
  ],
};

const tables = ['business', 'payment', 'service_answer', 'callback_message', 'withdrawal'] as const;
const ids = z.array(z.object({ id: z.string() }));
const marked = z.array(z.object({ id: z.string(), seeded: z.boolean() }));

export type RecordId = z.output<typeof marked>[number];

/** Returns every business with stored data, by an index skip scan. */
export async function listStoredBusinesses(
  select: QueryFunction = queryPool,
): Promise<readonly BusinessId[]> {
  const found = new Set<string>();
  for (const table of tables) {
    const column = table === 'business' ? 'id' : 'business_id';
    const next = (after: string) =>
      `(SELECT ${column} AS id FROM ${table} WHERE ${column} > ${after} ORDER BY ${column} LIMIT 1)`;
    const rows = await select(
      `WITH RECURSIVE leap AS (${next(`'${zero}'::uuid`)} UNION ALL
         SELECT one.id FROM leap CROSS JOIN LATERAL ${next('leap.id')} AS one)
       SELECT id::text FROM leap`,
      [],
    );
    for (const { id } of ids.parse(rows)) found.add(id);
  }
  return [...found].sort().map((id) => toId<BusinessId>(id));
}

/**
 * Returns the next records that the read model or a stored content names, in order of their IDs. Each table is read
 * by its index from `after`, at most `limit` rows, so the cost doesn’t depend on the number of records.
 */
export async function listRecordIds(
  select: QueryFunction,
  kind: 'payment' | 'withdrawal',
  businessId: BusinessId,
  after: string | null,
  limit: number,
): Promise<readonly RecordId[]> {
  let bound: string | null = null;
  const found = new Map<string, boolean>();
  for (const { table, column, condition, seeded } of mentions[kind]) {
    const rows = marked.parse(
      await select(
        `SELECT ${column}::text AS id, ${seeded} AS seeded FROM ${table}
          WHERE business_id = $1::uuid AND ${column} > $2::uuid AND ${condition} ORDER BY ${column} LIMIT $3`,
        [businessId, after ?? zero, limit],
      ),
    );
    for (const row of rows) found.set(row.id, row.seeded || found.get(row.id) === true);
    const last = rows.at(-1)?.id;
    // This table can have more rows beyond its last one, so IDs beyond it may be incomplete.
    if (last !== undefined && rows.length === limit && (bound === null || last < bound)) bound = last;
  }
  return [...found.keys()]
    .filter((id) => bound === null || id <= bound)
    .sort()
    .map((id) => ({ id, seeded: found.get(id) === true }));
}

const counted = z.array(z.object({ id: z.string(), count: z.number() }));

/** Counts the callbacks that name each of these payments. */
export async function countCallbacks(
  select: QueryFunction,
  businessId: BusinessId,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await select(
    `SELECT payment_id::text AS id, count(*)::int AS count FROM callback_message
      WHERE business_id = $1::uuid AND payment_id = ANY($2::text[]::uuid[]) GROUP BY payment_id`,
    [businessId, [...paymentIds]],
  );
  return new Map(counted.parse(rows).map(({ id, count }) => [id, count]));
}

const rowText = z.array(z.object({ id: z.string(), row: z.string() }));

/** The stored rows of a payment and of all its deposits. */
export type StoredPaymentRows = {
  readonly payment: StoredPayment | null;
  readonly deposits: readonly StoredDeposit[];
  /** The aggregate in its row, for a payment with many deposits. */
  readonly aggregate: DepositAggregate | null;
};

/** Loads payments with all their deposits. */
export async function loadPayments(
  select: QueryFunction,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, StoredPaymentRows>> {
  const values = [businessId, [...paymentIds]];
  const payments = rowText.parse(
    await select(
      `SELECT payment_id::text AS id, to_jsonb(p)::text AS row FROM payment p
        WHERE business_id = $1::uuid AND payment_id = ANY($2::text[]::uuid[])`,
      values,
    ),
  );
  const deposits = await selectDeposits(select, 'd.payment_id = ANY($2::text[]::uuid[])', values);
  const own = Map.groupBy(deposits, ({ paymentId }) => paymentId);
  const rows = new Map(payments.map(({ id, row }) => [id, readRow(row)]));
  return new Map(
    paymentIds.map((id) => {
      const [row, ownDeposits] = [rows.get(id), own.get(id) ?? []];
      const payment =
        row === undefined
          ? null
          : toStoredPayment(
              row,
              ownDeposits.map(({ state }) => state.registers.values),
            );
      return [
        id,
        { payment, deposits: ownDeposits, aggregate: row === undefined ? null : readStoredAggregate(row) },
      ];
    }),
  );
}

/** Loads these deposits, of any payment. */
export const loadDeposits = (
  select: QueryFunction,
  businessId: BusinessId,
  depositIds: readonly DepositId[],
): Promise<readonly StoredDeposit[]> =>
  selectDeposits(select, 'd.deposit_id = ANY($2::text[]::uuid[])', [businessId, [...depositIds]]);

/** Loads deposits `d` with their risk rows `r`. */
async function selectDeposits(
  select: QueryFunction,
  condition: string,
  values: readonly unknown[],
): Promise<readonly StoredDeposit[]> {
  const rows = rowText.parse(
    await select(
      `SELECT d.deposit_id::text AS id, (to_jsonb(d) || jsonb_build_object('risk', to_jsonb(r)))::text AS row
         FROM deposit d LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
        WHERE d.business_id = $1::uuid AND ${condition}`,
      values,
    ),
  );
  return rows.map(({ row }) => toStoredDeposit(readRow(row)));
}

/** Loads withdrawals with their risk rows. */
export async function loadWithdrawals(
  select: QueryFunction,
  businessId: BusinessId,
  withdrawalIds: readonly WithdrawalId[],
): Promise<ReadonlyMap<WithdrawalId, StoredWithdrawal>> {
  const rows = await select(
    `SELECT w.withdrawal_id::text AS id, (to_jsonb(w) || jsonb_build_object('risk', to_jsonb(r)))::text AS row
       FROM withdrawal w
       LEFT JOIN withdrawal_risk r ON r.business_id = w.business_id AND r.withdrawal_id = w.withdrawal_id
      WHERE w.business_id = $1::uuid AND w.withdrawal_id = ANY($2::text[]::uuid[])`,
    [businessId, [...withdrawalIds]],
  );
  const found = rowText.parse(rows).map(({ row }) => toStoredWithdrawal(readRow(row)));
  return new Map(found.map((one) => [one.state.withdrawalId, one]));
}
