import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord, selectFields, selectTexts } from '#lib/database/record-columns.ts';
import { readConflicts, readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { serviceSettings } from '#lib/service/index.ts';
import { brand } from '#lib/values/brand.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { DepositDetail } from '../schema.ts';
import { depositDetailFields } from '../schema.ts';

/** More deposits than this are shown in their list, not with their payment. */
const mostDeposits = 100;

/** Of which currency a callback's depeg loss is (§6.1). */
const depegIsOfDeposit = () => serviceSettings().callbackDepegUnit === 'deposit';
/** The same of `d`, a deposit, in SQL. */
export const callbackDepegCurrency = () => (depegIsOfDeposit() ? 'd.deposit_currency' : 'd.display_currency');

const depositDetailSelect = `${selectFields(depositDetailFields, 'd')}, d.provenance, d.conflicts,
  (SELECT p.client_payment_id FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId",
  (SELECT p.destination_tag FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id
      AND p.wallet_address_key = d.to_address_key) AS "destinationTag"`;

function readDepositRow(row: RawRow): DepositDetail {
  const fields = readRecord(depositDetailFields, row);
  return {
    ...fields,
    clientPaymentId: brand<string | null>(row['clientPaymentId']),
    destinationTag: brand<string | null>(row['destinationTag']),
    callbackDepegCurrency: depegIsOfDeposit() ? fields.depositCurrency : fields.displayCurrency,
    provenance: readProvenance(row['provenance']),
    conflicts: readConflicts(row['conflicts']),
  };
}

/** The same for a file, by field (`selectTexts`). */
export const depositTexts = (): Readonly<Record<string, string>> => ({
  ...selectTexts(depositDetailFields, 'd'),
  callbackDepegCurrency: callbackDepegCurrency(),
  provenance: 'd.provenance',
});

type Reference = {
  readonly paymentId: string;
  readonly clientPaymentId: string | null;
  /** Which observation gave the payment its client id; null where none did. */
  readonly source: string | null;
};

/** The client ids of some payments for a file of their deposits, many at once. The caller has checked the permission. */
export async function listPaymentReferences(
  businessId: BusinessId,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, Reference>> {
  const { rows } = await databasePool().query<Reference>(
    `SELECT payment_id::text AS "paymentId", client_payment_id AS "clientPaymentId",
            (SELECT told ->> 'source' FROM jsonb_array_elements(provenance) AS told
              WHERE told -> 'fields' ? 'clientPaymentId' LIMIT 1) AS source
       FROM payment WHERE business_id = $1::uuid AND payment_id = ANY($2::uuid[])`,
    [businessId, paymentIds],
  );
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** One deposit, whole. Throws Problem 'not-found' where this business has none of that id. */
export async function readDeposit(
  context: Context<PersonActor>,
  business: string,
  deposit: string,
): Promise<DepositDetail> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${depositDetailSelect} FROM deposit d WHERE d.business_id = $1::uuid AND d.deposit_id = $2::uuid`,
    [businessId, parseId<DepositId>(deposit)],
  );
  const row = rows[0];
  if (!row) throw new Problem('not-found', 'This business has no deposit with this ID.');
  return readDepositRow(row);
}

/** The newest deposits of a payment, the oldest of them first. None where the business has no such payment. */
export async function depositsOfPayment(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<readonly DepositDetail[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${depositDetailSelect} FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = $2::uuid
      ORDER BY d.sort_at DESC, d.deposit_id DESC LIMIT ${mostDeposits}`,
    [businessId, parseId<PaymentId>(payment)],
  );
  return rows.map(readDepositRow).toReversed();
}
