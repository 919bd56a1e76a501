import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Values } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';
import {
  aggregatedDepositSql,
  readRow,
  readStoredAggregate,
  toAggregatedDeposit,
  toStoredDeposit,
  toStoredPayment,
} from '../model/row-read.ts';
import { ConcurrentUpdateError } from './record-locks.ts';
import { reportedByServiceSql } from './reported-by-service.ts';

const labelledRows = z.array(
  z.object({ label: z.enum(['payment', 'deposit', 'tallied', 'elsewhere', 'versions']), row: z.string() }),
);

/** The stored state of a payment and of the deposits that an observation names. */
export type PaymentSnapshot = {
  /** The payment, if stored, and the owners of the named deposits. */
  readonly payments: ReadonlyMap<PaymentId, StoredPayment>;
  /** The named deposits. */
  readonly deposits: ReadonlyMap<DepositId, StoredDeposit>;
  /** Returns all deposits of a payment. Null if its row stores an aggregate and they were not loaded. */
  readonly depositsOf: (paymentId: PaymentId) => ReadonlyMap<DepositId, Values> | null;
  /** True if another business has a record of this payment, and this one has none. */
  readonly isForeign: boolean;
  /** The number of applied contents of the named deposits’ callbacks, without risk detail. */
  readonly versions: number;
};

/** Thrown when the fold needs more than was loaded: the owner of a deposit, or all deposits of a payment. */
export class IncompleteStateError extends Error {}

/**
 * Loads the snapshot of a payment and folds with it. Loads only the named deposits first, and all of them if the fold
 * needs more. The caller holds the locks of `locked`.
 * @throws ConcurrentUpdateError when a needed payment isn’t locked.
 */
export async function withPaymentSnapshot<T>(
  transaction: Transaction,
  selection: PaymentSelection & { readonly locked: ReadonlySet<PaymentId> },
  fold: (snapshot: PaymentSnapshot) => T,
): Promise<T> {
  const snapshot = await loadPayment(transaction, selection);
  for (const paymentId of snapshot.payments.keys())
    if (!selection.locked.has(paymentId)) throw new ConcurrentUpdateError();
  try {
    return fold(snapshot);
  } catch (error) {
    if (!(error instanceof IncompleteStateError)) throw error;
  }
  return fold(await loadPayment(transaction, { ...selection, isWhole: true }));
}

type PaymentSelection = {
  readonly businessId: BusinessId;
  readonly paymentId: PaymentId;
  readonly depositIds: readonly DepositId[];
  /** True loads all deposits even if the row stores an aggregate. */
  readonly isWhole?: boolean;
};

// Each record is looked up by its key. OFFSET 0 stops the planner, which may have no statistics of a new table, from
// reading a whole table or business.
const snapshotSql = `
  WITH named AS (
    SELECT d.* FROM unnest($1::text[]::uuid[]) AS n (id), LATERAL (SELECT * FROM deposit
      WHERE deposit.business_id = $2::uuid AND deposit.deposit_id = n.id OFFSET 0) AS d
  ), paid AS (
    SELECT p.* FROM (SELECT $3::uuid AS id UNION SELECT payment_id FROM named) AS about,
      LATERAL (SELECT * FROM payment WHERE payment.business_id = $2::uuid
        AND payment.payment_id = about.id OFFSET 0) AS p
  )
  SELECT 'payment' AS label, (to_jsonb(paid) ||
      CASE WHEN $4::boolean THEN '{"deposit_tally": null}'::jsonb ELSE '{}'::jsonb END)::text AS row FROM paid
  UNION ALL
  SELECT 'deposit', (to_jsonb(d) || jsonb_build_object('risk', (
      SELECT to_jsonb(r) FROM deposit_risk r WHERE r.business_id = d.business_id AND r.deposit_id = d.deposit_id)))::text
    FROM named AS d
  UNION ALL
  SELECT 'tallied', ${aggregatedDepositSql} FROM paid, LATERAL (SELECT * FROM deposit
      WHERE deposit.business_id = $2::uuid AND deposit.payment_id = paid.payment_id OFFSET 0) AS d
   WHERE paid.deposit_tally IS NULL OR $4::boolean
  UNION ALL
  SELECT 'elsewhere', ''
    FROM business b JOIN payment other ON other.business_id = b.id AND other.payment_id = $3::uuid
    WHERE b.id <> $2::uuid AND other.record_seen AND ${reportedByServiceSql('other')} AND NOT EXISTS (
      SELECT FROM payment p
       WHERE p.business_id = $2::uuid AND p.payment_id = $3::uuid AND p.record_seen AND ${reportedByServiceSql('p')})
  UNION ALL
  SELECT 'versions', count(*)::text FROM (
      -- OFFSET 0: otherwise the planner of a new table uses the index by kind and reads the whole business.
      SELECT kind, verdict, shown_with FROM callback_message
       WHERE business_id = $2::uuid AND subject_id = ANY($1::text[]::uuid[]) OFFSET 0) AS about
    WHERE kind = 'deposit-received' AND verdict IN ('applied', 'new-version') AND shown_with IS NULL`;

/** Loads the snapshot of a payment in one round trip. */
export async function loadPayment(
  transaction: Transaction,
  { businessId, paymentId, depositIds, isWhole = false }: PaymentSelection,
): Promise<PaymentSnapshot> {
  const rows: unknown = await transaction.$queryRawUnsafe(
    snapshotSql,
    [...depositIds],
    businessId,
    paymentId,
    isWhole,
  );
  const labelled = labelledRows.parse(rows);
  const deposits = new Map<DepositId, StoredDeposit>();
  const depositsByPayment = new Map<PaymentId, Map<DepositId, Values>>();
  for (const { label, row } of labelled) {
    if (label === 'deposit') {
      const deposit = toStoredDeposit(readRow(row));
      deposits.set(deposit.state.depositId, deposit);
    }
    if (label === 'tallied') {
      const { depositId, paymentId: owner, values } = toAggregatedDeposit(readRow(row));
      const ownDeposits = depositsByPayment.get(owner) ?? new Map<DepositId, Values>();
      depositsByPayment.set(owner, ownDeposits.set(depositId, values));
    }
  }
  const payments = new Map<PaymentId, StoredPayment>();
  const aggregatedPayments = new Set<PaymentId>();
  for (const { label, row } of labelled) {
    if (label !== 'payment') continue;
    const payment = readRow(row);
    const id = toId<PaymentId>(payment.text('payment_id') ?? '');
    if (readStoredAggregate(payment) !== null) aggregatedPayments.add(id);
    payments.set(id, toStoredPayment(payment, depositsByPayment.get(id)?.values() ?? []));
  }
  return {
    payments,
    deposits,
    depositsOf: (id) => (aggregatedPayments.has(id) ? null : (depositsByPayment.get(id) ?? new Map())),
    isForeign: labelled.some(({ label }) => label === 'elsewhere'),
    versions: Number.parseInt(labelled.find(({ label }) => label === 'versions')?.row ?? '0', 10),
  };
}
