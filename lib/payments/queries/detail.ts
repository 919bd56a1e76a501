import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord, selectFields, selectTexts } from '#lib/database/record-columns.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import { readConflicts, readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { PaymentDetail } from '../schema/fields.ts';
import { findReadingPause } from '../sync/circuit-breaker-store.ts';
import { exceptionItemSql, readExceptionItem } from './exception-sql.ts';
import { withExpiryStart } from './expiry-start.ts';
import { isRequestedCurrencySql } from './price-columns.ts';

/** Selects all fields of a payment. */
const paymentDetailSelect = `${selectFields(paymentFields, 'p')}, p.provenance, p.conflicts`;

const readPaymentRow = (
  row: RawRow,
): Omit<
  PaymentDetail,
  'canBeRead' | 'readingPause' | 'exceptionWork' | 'withinTolerance' | 'readDifferences'
> => ({
  ...withExpiryStart(readRecord(paymentFields, row)),
  provenance: readProvenance(row['provenance']),
  conflicts: readConflicts(row['conflicts']),
});

/** Selects the same fields as text for exports, by field (`selectTexts`). */
export const selectPaymentTexts = (): Readonly<Record<string, string>> => ({
  ...selectTexts(paymentFields, 'p'),
  // §2.3: empty where the amount may be in another currency than depositCurrency.
  actualDepositCurrency: `CASE WHEN ${isRequestedCurrencySql('p')} THEN p.deposit_currency END`,
  provenance: 'p.provenance',
});

/**
 * Reads one payment with all fields.
 *
 * @throws Problem 'not-found' where this business has none with this id
 */
export async function readPayment(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<PaymentDetail> {
  const { businessId } = requirePermission(context, business, 'read', 'payments:read');
  const paymentId = parseId<PaymentId>(payment);
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${paymentDetailSelect}, ${exceptionItemSql} FROM payment p WHERE p.business_id = $1::uuid AND p.payment_id = $2::uuid`,
    [businessId, paymentId],
  );
  const row = rows[0];
  if (!row) throw new Problem('not-found', tPaymentRefusals('read.notFound'));
  const canBeRead = canReadPayments();
  return {
    ...readPaymentRow(row),
    ...readExceptionItem(row),
    canBeRead,
    readingPause: canBeRead ? await findReadingPause() : null,
  };
}
