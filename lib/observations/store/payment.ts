import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Values } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';
import {
  readRow,
  readStoredAggregate,
  talliedDeposit,
  talliedSql,
  toStoredDeposit,
  toStoredPayment,
} from '../model/row-read.ts';
import { ConcurrentUpdateError } from './record-locks.ts';
import { reportedByServiceSql } from './reported-by-service.ts';

const labelled = z.array(
  z.object({ label: z.enum(['payment', 'deposit', 'tallied', 'elsewhere', 'versions']), row: z.string() }),
);

/** What the database holds of a payment and of the deposits that an observation names. */
export type PaymentSnapshot = {
  /** The payment, where it is known, and those that have a deposit that is named. */
  readonly payments: ReadonlyMap<PaymentId, StoredPayment>;
  /** Those that are named. */
  readonly deposits: ReadonlyMap<DepositId, StoredDeposit>;
  /** All deposits of a payment. Null: its tally stands for them, and they were not loaded. */
  readonly depositsOf: (paymentId: PaymentId) => ReadonlyMap<DepositId, Values> | null;
  /** A record of this payment was seen under another business, and none under this one. */
  readonly elsewhere: boolean;
  /** Distinct contents of the callback of the deposits named that were applied, without risk detail. */
  readonly versions: number;
};

/** The fold needs more than was loaded: the payment that has a deposit, or all deposits of a payment. */
export class IncompleteStateError extends Error {}

/**
 * Loads what is known, and folds with it: mostly of a payment's many deposits only those that are named, and all of
 * them where that turns out to be too little. The caller holds the locks of `locked`. Throws Overtaken.
 */
export async function withPaymentSnapshot<T>(
  transaction: Transaction,
  asked: Asked & { readonly locked: ReadonlySet<PaymentId> },
  fold: (known: PaymentSnapshot) => T,
): Promise<T> {
  const known = await loadPayment(transaction, asked);
  for (const paymentId of known.payments.keys())
    if (!asked.locked.has(paymentId)) throw new ConcurrentUpdateError();
  try {
    return fold(known);
  } catch (thrown) {
    if (!(thrown instanceof IncompleteStateError)) throw thrown;
  }
  return fold(await loadPayment(transaction, { ...asked, whole: true }));
}

type Asked = {
  readonly businessId: BusinessId;
  readonly paymentId: PaymentId;
  readonly named: readonly DepositId[];
  /** All deposits of the payments, though they keep a tally of them. */
  readonly whole?: boolean;
};

// Each record is looked up by its key: OFFSET 0 keeps the planner, which may know nothing of a young table yet, from
// reading a whole table or a whole business.
const knownSql = `
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
  SELECT 'tallied', ${talliedSql} FROM paid, LATERAL (SELECT * FROM deposit
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
      -- Fenced off, or the planner of a young table takes the index by kind and reads the whole business.
      SELECT kind, verdict, shown_with FROM callback_message
       WHERE business_id = $2::uuid AND subject_id = ANY($1::text[]::uuid[]) OFFSET 0) AS about
    WHERE kind = 'deposit-received' AND verdict IN ('applied', 'new-version') AND shown_with IS NULL`;

export async function loadPayment(
  transaction: Transaction,
  { businessId, paymentId, named, whole = false }: Asked,
): Promise<PaymentSnapshot> {
  const rows: unknown = await transaction.$queryRawUnsafe(knownSql, [...named], businessId, paymentId, whole);
  const found = labelled.parse(rows);
  const deposits = new Map<DepositId, StoredDeposit>();
  const ofPayment = new Map<PaymentId, Map<DepositId, Values>>();
  for (const { label, row } of found) {
    if (label === 'deposit') {
      const deposit = toStoredDeposit(readRow(row));
      deposits.set(deposit.state.depositId, deposit);
    }
    if (label === 'tallied') {
      const { depositId, paymentId: owner, values } = talliedDeposit(readRow(row));
      const own = ofPayment.get(owner) ?? new Map<DepositId, Values>();
      ofPayment.set(owner, own.set(depositId, values));
    }
  }
  const payments = new Map<PaymentId, StoredPayment>();
  const tallied = new Set<PaymentId>();
  for (const { label, row } of found) {
    if (label !== 'payment') continue;
    const read = readRow(row);
    const id = toId<PaymentId>(read.text('payment_id') ?? '');
    if (readStoredAggregate(read) !== null) tallied.add(id);
    payments.set(id, toStoredPayment(read, ofPayment.get(id)?.values() ?? []));
  }
  return {
    payments,
    deposits,
    depositsOf: (id) => (tallied.has(id) ? null : (ofPayment.get(id) ?? new Map())),
    elsewhere: found.some(({ label }) => label === 'elsewhere'),
    versions: Number.parseInt(found.find(({ label }) => label === 'versions')?.row ?? '0', 10),
  };
}
