import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord, selectFields, selectTexts } from '#lib/database/record-columns.ts';
import { addressSql } from '#lib/lists/search/indexed-text.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { readConflicts, readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { serviceSettings } from '#lib/service/index.ts';
import { brand } from '#lib/values/brand.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { findOrigin } from '#lib/values/provenance.ts';
import type { DepositDetail } from '../schema.ts';
import { depositDetailFields } from '../schema.ts';

/** The most deposits that are read with their payment. The list shows all of them. */
const maxDeposits = 100;

/** Returns whether a callback's depeg loss is in the deposit currency. Otherwise it is in the display currency (§6.1). */
const isDepegInDepositCurrency = () => serviceSettings().callbackDepegUnit === 'deposit';
/** Returns the SQL of the currency of the depeg loss that a callback reported for the deposit `d`. */
export const callbackDepegCurrency = () =>
  isDepegInDepositCurrency() ? 'd.deposit_currency' : 'd.display_currency';

const depositDetailSelect = `${selectFields(depositDetailFields, 'd')}, d.provenance, d.conflicts,
  (SELECT p.client_payment_id FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId",
  (SELECT p.destination_tag FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id
      AND ${addressSql('p.wallet_address')} = ${addressSql('d.to_address')}) AS "destinationTag"`;

function readDepositRow(row: RawRow): DepositDetail {
  const fields = readRecord(depositDetailFields, row);
  return {
    ...fields,
    clientPaymentId: brand<string | null>(row['clientPaymentId']),
    destinationTag: brand<string | null>(row['destinationTag']),
    callbackDepegCurrency: isDepegInDepositCurrency() ? fields.depositCurrency : fields.displayCurrency,
    provenance: readProvenance(row['provenance']),
    conflicts: readConflicts(row['conflicts']),
  };
}

/** Returns the SQL of each field as text, for exports (`selectTexts`). */
export const depositTextColumns = (): Readonly<Record<string, string>> => ({
  ...selectTexts(depositDetailFields, 'd'),
  callbackDepegCurrency: callbackDepegCurrency(),
  provenance: 'd.provenance',
});

type PaymentReference = {
  readonly paymentId: string;
  readonly clientPaymentId: string | null;
  /** The observation that gave the payment its client ID. Null when the payment has none. */
  readonly source: string | null;
};

type PaymentReferenceRow = Omit<PaymentReference, 'source'> & { readonly provenance: unknown };

/** Returns the client IDs of payments for an export of their deposits. The caller has checked the permission. */
export async function listPaymentReferences(
  businessId: BusinessId,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentReference>> {
  const { rows } = await databasePool().query<PaymentReferenceRow>(
    `SELECT payment_id::text AS "paymentId", client_payment_id AS "clientPaymentId", provenance
       FROM payment WHERE business_id = $1::uuid AND payment_id = ANY($2::uuid[])`,
    [businessId, paymentIds],
  );
  return new Map(
    rows.map(({ provenance, ...row }) => [
      row.paymentId,
      { ...row, source: findOrigin(readProvenance(provenance), 'clientPaymentId')?.source ?? null },
    ]),
  );
}

/**
 * Returns one deposit with all its fields.
 * @throws Problem 'not-found' when the business has no such deposit; 'forbidden'.
 */
export async function readDeposit(
  context: Context<PersonActor>,
  business: string,
  deposit: string,
): Promise<DepositDetail> {
  const { businessId } = requirePermission(context, business, 'read', 'deposits:read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${depositDetailSelect} FROM deposit d WHERE d.business_id = $1::uuid AND d.deposit_id = $2::uuid`,
    [businessId, parseId<DepositId>(deposit)],
  );
  const row = rows[0];
  if (!row) throw new Problem('not-found', tDeposit('notFound'));
  return readDepositRow(row);
}

/**
 * Returns the newest deposits of a payment, oldest first. The result is empty when the business has no such payment.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listPaymentDeposits(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<readonly DepositDetail[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${depositDetailSelect} FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = $2::uuid
      ORDER BY d.sort_at DESC, d.deposit_id DESC LIMIT ${maxDeposits}`,
    [businessId, parseId<PaymentId>(payment)],
  );
  return rows.map(readDepositRow).toReversed();
}
