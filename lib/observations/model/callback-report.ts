import * as z from 'zod';
import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import { nothingAssumed } from '#lib/service/contract/callback-meaning.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import { trimAmount } from '#lib/values/amount.ts';
import type { BusinessId, ClientPaymentId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { ParsedJson } from '#lib/values/json.ts';
import type { QuarantineOverride } from './quarantine-override.ts';
import { isAccepted, unknownName, withoutLeftOut } from './quarantine-override.ts';
import type { DepositStatement } from './record-statement.ts';
import type { Statement, Values } from './registers.ts';
import { statedValues } from './statement-values.ts';

/** A callback that can be believed, in the names of the record; else why a person must look at it. */
export type DepositReport = {
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly depositId: DepositId | null;
  /** Null where there are reasons against it. */
  readonly stated: { readonly payment: Values; readonly deposit: DepositStatement } | null;
  readonly reasons: readonly Flaw[];
};

/**
/**
 * Reads a deposit callback (§6.1), `accepted` as a person released it. Its amounts and its display depeg loss get names
 * of their own: whether they are of this deposit or cumulative, and in which currency the loss stands, is not said; nor
 * whether settlementAmount is after fees, unless `meaning` says so.
 */
export function readDepositCallback(
  parsed: ParsedJson,
  accepted: readonly QuarantineOverride[] = [],
  meaning: CallbackMeaning = nothingAssumed,
): DepositReport {
  const { record, flaws } = readLeniently(depositCallback, parsed.value);
  const doubted = [...doubts(parsed), ...flaws, ...unknownNames(depositCallback.shape, record)];
  const reasons = doubted.filter((reason) => !isAccepted(reason, accepted));
  const known = {
    paymentId: record.paymentId ?? null,
    clientPaymentId: record.clientPaymentId === undefined ? null : clientPaymentId(record.clientPaymentId),
    depositId: record.depositId ?? null,
  };
  const { paymentId, depositId, ...read } = withoutLeftOut(record, doubted);
  if (reasons.length > 0 || paymentId === undefined || depositId === undefined)
    return { ...known, stated: null, reasons };
  const {
    clientPaymentId: client,
    actualDepositAmount: callbackDepositAmount,
    actualDisplayAmount: callbackDisplayAmount,
    settlementAmount: callbackSettlementAmount,
    displayRateDepegLossAmount: callbackDisplayDepegLoss,
    depositAddress: toAddress,
    paymentReceivedAt: depositReceivedAt,
    expectedDepositAmount,
    expectedDisplayAmount,
    expirationTime,
    paymentRequestedAt,
    ...same
  } = read;
  // The currency of the price is known from the callback only together with the price.
  const priced = expectedDisplayAmount ? { displayCurrency: same.displayCurrency } : {};
  const payment = statedValues({
    clientPaymentId: client,
    expectedDepositAmount,
    expectedDisplayAmount,
    ...priced,
    expirationTime,
    paymentRequestedAt,
  });
  const deposit = statedValues({
    ...same,
    paymentId,
    toAddress,
    depositReceivedAt,
    callbackDepositAmount,
    callbackDisplayAmount,
    callbackSettlementAmount,
    ...(meaning.settlementAmount === 'payable' && { settlementPayableAmount: callbackSettlementAmount }),
    callbackDisplayDepegLoss,
  });
  return {
    ...known,
    // One that was left out settles no request either.
    clientPaymentId: client === undefined ? null : clientPaymentId(client),
    stated: { payment, deposit: { depositId, values: deposit, risk: {} } },
    reasons,
  };
}

export type WithdrawalReport = {
  readonly withdrawalId: WithdrawalId | null;
  readonly stated: { readonly withdrawal: Statement; readonly risk: Values } | null;
  readonly reasons: readonly Flaw[];
};

// The whole schema refuses two different deducted amounts; here they are a contradiction to keep, not a refusal.
const withdrawalFields = z.object(withdrawalCallback.in.shape);

/** Reads a withdrawal callback (§6.2) that came to the address of `businessId`. */
export function readWithdrawalCallback(
  parsed: ParsedJson,
  businessId: BusinessId,
  accepted: readonly QuarantineOverride[] = [],
): WithdrawalReport {
  const { record, flaws } = readLeniently(withdrawalFields, parsed.value);
  const doubted = [...doubts(parsed), ...flaws, ...unknownNames(withdrawalFields.shape, record)];
  if (record.businessId !== undefined && record.businessId !== businessId)
    doubted.push({ path: 'businessId', problem: 'is another business than the one of this address' });
  const reasons = doubted.filter((reason) => !isAccepted(reason, accepted));
  const withdrawalId = record.withdrawalId ?? null;
  if (reasons.length > 0 || withdrawalId === null) return { withdrawalId, stated: null, reasons };
  const {
    businessId: _business,
    withdrawalId: _withdrawal,
    txAddressOwner,
    deductedSettlementAmount: deducted,
    deducedSettlementAmount: deduced,
    ...same
  } = withoutLeftOut(record, doubted);
  const spellings = [...new Set([deducted, deduced].flatMap((one) => (one ? [trimAmount(one)] : [])))];
  const [only, other] = spellings;
  const values = statedValues({
    ...same,
    ...(other === undefined ? { deductedSettlementAmount: only } : {}),
  });
  return {
    withdrawalId,
    stated: {
      withdrawal:
        other === undefined
          ? { values }
          : { values, contradictions: { deductedSettlementAmount: spellings } },
      risk: txAddressOwner ? { ownerName: txAddressOwner.name, ownerCategory: txAddressOwner.category } : {},
    },
    reasons,
  };
}

/** JSON that is valid and yet can't be trusted: a key that stands twice may hide the amount that was meant. */
const doubts = ({ flaws }: ParsedJson): Flaw[] =>
  flaws.map(({ path, flaw }) => ({ path, problem: `has a ${flaw}` }));

/** A callback with a name that the interface does not know may mean something that we would not understand. */
function unknownNames(shape: z.ZodRawShape, record: Readonly<Record<string, unknown>>): Flaw[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const known = listInterfaceNames(schema);
    const value = record[field];
    if (known === null || typeof value !== 'string' || known.includes(value)) return [];
    return [{ path: field, problem: `${unknownName}${value.slice(0, 64)}` }];
  });
}

const enumeration = z.object({ known: z.array(z.string()) });

const names = new WeakMap<z.core.$ZodType, { readonly known: readonly string[] | null }>();

/** The names that the interface has for a field, where it is an enumeration; looked up once: every callback asks. */
export function listInterfaceNames(schema: z.core.$ZodType): readonly string[] | null {
  const there = names.get(schema);
  if (there !== undefined) return there.known;
  const known = namesIn(schema);
  names.set(schema, { known });
  return known;
}

function namesIn(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return namesIn(schema.unwrap());
  const meta = enumeration.safeParse(z.globalRegistry.get(schema));
  return meta.success ? meta.data.known : null;
}
