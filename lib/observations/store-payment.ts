import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import type { KnownDeposit, KnownPayment } from './model-row-read.ts';
import { knownDeposit, knownPayment, readRow } from './model-row-read.ts';

const labelled = z.array(
  z.object({ label: z.enum(['payment', 'deposit', 'elsewhere', 'versions']), row: z.string() }),
);

/** What the database holds of a payment, all its deposits, and those deposits that an observation names. */
export type Known = {
  readonly payment: KnownPayment | null;
  readonly deposits: ReadonlyMap<DepositId, KnownDeposit>;
  /** A record of this payment was seen under another business, and none under this one. */
  readonly elsewhere: boolean;
  /** Distinct contents of the callback of the deposits named that were applied. */
  readonly versions: number;
};

export async function loadPayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  named: readonly DepositId[],
): Promise<Known> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT 'payment' AS label, to_jsonb(p)::text AS row
      FROM payment p WHERE p.business_id = ${businessId}::uuid AND p.payment_id = ${paymentId}::uuid
    UNION ALL
    SELECT 'deposit', (to_jsonb(d) || jsonb_build_object('risk', to_jsonb(r)))::text
      FROM deposit d LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
      WHERE d.business_id = ${businessId}::uuid AND d.payment_id = ${paymentId}::uuid
    UNION ALL
    SELECT 'deposit', (to_jsonb(d) || jsonb_build_object('risk', to_jsonb(r)))::text
      FROM deposit d LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
      WHERE d.business_id = ${businessId}::uuid AND d.deposit_id = ANY(${[...named]}::text[]::uuid[])
        AND d.payment_id <> ${paymentId}::uuid
    UNION ALL
    SELECT 'elsewhere', ''
      FROM business b JOIN payment other ON other.business_id = b.id AND other.payment_id = ${paymentId}::uuid
      WHERE b.id <> ${businessId}::uuid AND other.record_seen AND NOT EXISTS (
        SELECT FROM payment p
         WHERE p.business_id = ${businessId}::uuid AND p.payment_id = ${paymentId}::uuid AND p.record_seen)
    UNION ALL
    SELECT 'versions', count(*)::text FROM (
        -- Fenced off, or the planner of a young table takes the index by kind and reads the whole business.
        SELECT kind, verdict FROM callback_message
         WHERE business_id = ${businessId}::uuid AND subject_id = ANY(${[...named]}::text[]::uuid[]) OFFSET 0) AS about
      WHERE kind = 'deposit-received' AND verdict IN ('applied', 'new-version')`;
  const found = labelled.parse(rows);
  const deposits = new Map<DepositId, KnownDeposit>();
  for (const { label, row } of found) {
    if (label !== 'deposit') continue;
    const deposit = knownDeposit(readRow(row));
    deposits.set(deposit.state.depositId, deposit);
  }
  const own = [...deposits.values()].filter((deposit) => deposit.paymentId === paymentId);
  const payment = found.find(({ label }) => label === 'payment');
  return {
    payment: payment
      ? knownPayment(readRow(payment.row), new Map(own.map(({ state }) => [state.depositId, state])))
      : null,
    deposits,
    elsewhere: found.some(({ label }) => label === 'elsewhere'),
    versions: Number.parseInt(found.find(({ label }) => label === 'versions')?.row ?? '0', 10),
  };
}
