import { depositRecord } from '#lib/service/contract/deposit.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { legalEntity } from '#lib/service/contract/risk.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import type { Json, JsonObject, ParsedJson } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import type { Values } from './registers.ts';
import { statedValues } from './statement-values.ts';

/** What a payment record (§2.3) or one of its deposits (§2.4) says, readable field by readable field. */
export type DepositStatement = {
  readonly depositId: DepositId;
  readonly values: Values;
  readonly contradictions?: Readonly<Record<string, readonly string[]>>;
  readonly risk: Values;
};

export type RecordStatement = {
  readonly paymentId: PaymentId | null;
  readonly businessId: BusinessId | null;
  readonly values: Values;
  readonly deposits: readonly DepositStatement[];
  readonly flaws: readonly Flaw[];
};

const paymentAlone = paymentRecord.omit({ deposits: true });
const depositAlone = depositRecord.omit({ refund: true, addressRiskAssessment: true });

/**
 * Reads a whole record leniently: an odd field costs only itself, an odd deposit only what is odd in it. A key
 * that stands twice is not believed either time. `create`: the answer to creating a payment (§4.1). Else the record is
 * the whole body, or stands in the field that is named (§4.4 shows neither), where the body has that field.
 */
export function readRecord(
  { value, flaws: jsonFlaws }: ParsedJson,
  from: 'create' | { readonly field: string | null },
): RecordStatement {
  const doubtful = new Set(jsonFlaws.filter(({ flaw }) => flaw === 'duplicate key').map(({ path }) => path));
  const flaws: Flaw[] = jsonFlaws.map(({ path, flaw }) => ({ path, problem: `has a ${flaw}` }));
  const body = isJsonObject(value) ? believable(value, '', doubtful) : null;
  const outer = from === 'create' ? body : null;
  const at = from === 'create' ? 'paymentInfo' : fieldIn(body, from.field);
  const received = at === '' ? value : (body?.[at] ?? null);
  const payment = isJsonObject(received) ? believable(received, at, doubtful) : received;
  const { record, flaws: paymentFlaws } = readLeniently(paymentAlone, payment, at);
  flaws.push(...paymentFlaws);
  const { paymentId, businessId, ...fields } = record;
  const paymentUrl = outer?.['paymentUrl'];
  const deposits = isJsonObject(payment) ? payment['deposits'] : undefined;
  const depositsAt = join(at, 'deposits');
  if (deposits !== undefined && !Array.isArray(deposits))
    flaws.push({ path: depositsAt, problem: 'is not a list' });
  return {
    paymentId: paymentId ?? null,
    businessId: businessId ?? null,
    values: {
      ...statedValues(fields),
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

/** What was stored before the field was named stays readable: it has no such field. */
const fieldIn = (body: JsonObject | null, field: string | null): string =>
  field !== null && isJsonObject(body?.[field]) ? field : '';

/**
 * Reads a stored answer: that of a create call wraps its record (§4.1), a read's is one or holds it in `field` (§4.4 does
 * not show which); a person may bring either.
 */
export function readStoredAnswer(
  parsed: ParsedJson,
  source: 'create' | 'read' | 'import',
  field: string | null = null,
): RecordStatement {
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
): DepositStatement[] {
  const deposit = isJsonObject(received) ? believable(received, at, doubtful) : received;
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
      values: { paymentId, ...statedValues(fields), ...refund },
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
): Values {
  if (received === undefined || received === null) return {};
  const refund = isJsonObject(received) ? believable(received, at, doubtful) : received;
  const { record, flaws: own } = readLeniently(refundRecord, refund, at);
  flaws.push(...own);
  return Object.fromEntries(
    Object.entries(statedValues(record)).map(([field, value]) => [
      `refund${field.charAt(0).toUpperCase()}${field.slice(1)}`,
      value,
    ]),
  );
}

/** §2.5 as JSON text with its keys in one order. An absent list stays absent, an empty one empty. */
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

function believable(object: JsonObject, at: string, doubtful: ReadonlySet<string>): JsonObject {
  if (doubtful.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !doubtful.has(join(at, key))));
}
