import { depositRecord } from '#lib/service/contract/deposit.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { legalEntity } from '#lib/service/contract/risk.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import type { Json, JsonObject, ParsedJson } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import type { FieldValues } from './registers.ts';
import { listReportedFieldValues } from './reported-field-values.ts';

/** The readable values of a deposit (§2.4) in a payment record. */
export type ReportedDeposit = {
  readonly depositId: DepositId;
  readonly values: FieldValues;
  readonly conflictingValues?: Readonly<Record<string, readonly string[]>>;
  readonly risk: FieldValues;
};

/** The readable values of a payment record (§2.3), with its flaws. */
export type ReportedPayment = {
  readonly paymentId: PaymentId | null;
  readonly businessId: BusinessId | null;
  readonly values: FieldValues;
  readonly deposits: readonly ReportedDeposit[];
  readonly flaws: readonly Flaw[];
};

const paymentAlone = paymentRecord.omit({ deposits: true });
const depositAlone = depositRecord.omit({ refund: true, addressRiskAssessment: true });

/**
 * Reads a record leniently: an unreadable field loses only itself. A duplicate key is ignored both times. `create`
 * means the answer to creating a payment (§4.1). Otherwise the record is the whole body, or the named field if the
 * body has it (§4.4 defines neither).
 */
export function readRecord(
  { value, flaws: jsonFlaws }: ParsedJson,
  origin: 'create' | { readonly field: string | null },
): ReportedPayment {
  const doubtful = new Set(jsonFlaws.filter(({ flaw }) => flaw === 'duplicate key').map(({ path }) => path));
  const flaws: Flaw[] = jsonFlaws.map(({ path, flaw }) => ({ path, problem: `has a ${flaw}` }));
  const body = isJsonObject(value) ? dropDoubtfulKeys(value, '', doubtful) : null;
  const envelope = origin === 'create' ? body : null;
  const at = origin === 'create' ? 'paymentInfo' : findRecordField(body, origin.field);
  const received = at === '' ? value : (body?.[at] ?? null);
  const payment = isJsonObject(received) ? dropDoubtfulKeys(received, at, doubtful) : received;
  const { record, flaws: paymentFlaws } = readLeniently(paymentAlone, payment, at);
  flaws.push(...paymentFlaws);
  const { paymentId, businessId, ...fields } = record;
  const paymentUrl = envelope?.['paymentUrl'];
  const deposits = isJsonObject(payment) ? payment['deposits'] : undefined;
  const depositsAt = join(at, 'deposits');
  if (deposits !== undefined && !Array.isArray(deposits))
    flaws.push({ path: depositsAt, problem: 'is not a list' });
  return {
    paymentId: paymentId ?? null,
    businessId: businessId ?? null,
    values: {
      ...listReportedFieldValues(fields),
      ...(typeof paymentUrl === 'string' && isStorable(paymentUrl) ? { paymentUrl } : {}),
    },
    deposits: Array.isArray(deposits)
      ? deposits.flatMap((deposit: Json, index) => {
          const path = `${depositsAt}.${index}`;
          return readDeposit(deposit, path, paymentId ?? null, doubtful, flaws);
        })
      : [],
    flaws,
  };
}

/** Answers stored before the field was configured stay readable, because they don’t have it. */
const findRecordField = (body: JsonObject | null, field: string | null): string =>
  field !== null && isJsonObject(body?.[field]) ? field : '';

/**
 * Reads a stored answer. A create answer wraps its record (§4.1). A read is the record or has it in `field` (§4.4
 * doesn’t say). An import can be either.
 */
export function readStoredAnswer(
  parsed: ParsedJson,
  source: 'create' | 'read' | 'import',
  field: string | null = null,
): ReportedPayment {
  const { value } = parsed;
  const isWrapped = isJsonObject(value) && isJsonObject(value['paymentInfo']);
  if (source === 'create' || (source === 'import' && isWrapped)) return readRecord(parsed, 'create');
  return readRecord(parsed, { field });
}

function readDeposit(
  received: Json,
  at: string,
  paymentId: PaymentId | null,
  doubtful: ReadonlySet<string>,
  flaws: Flaw[],
): ReportedDeposit[] {
  const deposit = isJsonObject(received) ? dropDoubtfulKeys(received, at, doubtful) : received;
  const { record, flaws: own } = readLeniently(depositAlone, deposit, at);
  flaws.push(...own);
  const { id, riskScore, ...fields } = record;
  if (id === undefined || paymentId === null || !isJsonObject(deposit)) return [];
  const refund = readRefund(deposit['refund'], join(at, 'refund'), doubtful, flaws);
  const assessment = readAssessment(
    deposit['addressRiskAssessment'],
    flaws,
    join(at, 'addressRiskAssessment'),
  );
  return [
    {
      depositId: id,
      values: { paymentId, ...listReportedFieldValues(fields), ...refund },
      risk: {
        ...(riskScore === undefined || riskScore === null ? {} : { riskScore }),
        ...(assessment === null ? {} : { assessment }),
      },
    },
  ];
}

function readRefund(
  received: Json | undefined,
  at: string,
  doubtful: ReadonlySet<string>,
  flaws: Flaw[],
): FieldValues {
  if (received === undefined || received === null) return {};
  const refund = isJsonObject(received) ? dropDoubtfulKeys(received, at, doubtful) : received;
  const { record, flaws: own } = readLeniently(refundRecord, refund, at);
  flaws.push(...own);
  return Object.fromEntries(
    Object.entries(listReportedFieldValues(record)).map(([field, value]) => [
      `refund${field.charAt(0).toUpperCase()}${field.slice(1)}`,
      value,
    ]),
  );
}

/**
 * Returns the assessment (§2.5) as JSON with its keys in a fixed order. A missing list stays missing, an empty one
 * stays empty.
 */
function readAssessment(received: Json | undefined, flaws: Flaw[], at: string): string | null {
  if (received === undefined || received === null) return null;
  if (!isJsonObject(received)) {
    flaws.push({ path: at, problem: 'is not an object' });
    return null;
  }
  const entity = (one: Json, path: string) => {
    const stated = isJsonObject(one)
      ? Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null))
      : one;
    const { record, flaws: own } = readLeniently(legalEntity, stated, path);
    flaws.push(...own);
    return record;
  };
  const entities = (key: string) => {
    const list = received[key];
    if (list === undefined || list === null) return undefined;
    if (Array.isArray(list)) return list.map((one: Json, index) => entity(one, `${at}.${key}.${index}`));
    flaws.push({ path: `${at}.${key}`, problem: 'is not a list' });
    return undefined;
  };
  const owner = received['addressOwner'];
  return JSON.stringify({
    addressOwner: owner === undefined || owner === null ? undefined : entity(owner, `${at}.addressOwner`),
    sourceRiskEntities: entities('sourceRiskEntities'),
    destinationRiskEntities: entities('destinationRiskEntities'),
  });
}

const join = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`);

const isStorable = (text: string): boolean =>
  text.length <= 10_000 && !text.includes('\u0000') && text.isWellFormed();

function dropDoubtfulKeys(object: JsonObject, at: string, doubtful: ReadonlySet<string>): JsonObject {
  if (doubtful.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !doubtful.has(join(at, key))));
}
