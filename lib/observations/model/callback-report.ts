import * as z from 'zod';
import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import { unknownMeaning } from '#lib/service/contract/callback-meaning.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import { listDocumentedValues } from '#lib/service/contract/fields.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import { trimAmount } from '#lib/values/amount.ts';
import type { BusinessId, ClientPaymentId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { ParsedJson } from '#lib/values/json.ts';
import type { QuarantineOverride } from './quarantine-override.ts';
import { dropLeftOutFields, isAccepted, unknownNamePrefix } from './quarantine-override.ts';
import type { FieldValues, ReportedFields } from './registers.ts';
import { listReportedFieldValues } from './reported-field-values.ts';
import type { ReportedDeposit } from './reported-payment.ts';

/** The result of reading a deposit callback: its values by field, or the reasons why a person must review it. */
export type DepositReport = {
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly depositId: DepositId | null;
  /** Null when there are reasons to quarantine it. */
  readonly stated: { readonly payment: FieldValues; readonly deposit: ReportedDeposit } | null;
  readonly reasons: readonly Flaw[];
};

/**
 * Reads a deposit callback (§6.1), with the flaws that a person accepted when releasing it. Amounts and the display
 * depeg loss get field names of their own. The interface doesn’t say if they are cumulative, or in which currency the
 * loss is. settlementAmount counts as payable only if `meaning` says so.
 */
export function readDepositCallback(
  parsed: ParsedJson,
  accepted: readonly QuarantineOverride[] = [],
  meaning: CallbackMeaning = unknownMeaning,
): DepositReport {
  const { record, flaws } = readLeniently(depositCallback, parsed.value);
  const allFlaws = [
    ...listJsonFlaws(parsed),
    ...flaws,
    ...listUnknownNameFlaws(depositCallback.shape, record),
  ];
  const reasons = allFlaws.filter((reason) => !isAccepted(reason, accepted));
  const identity = {
    paymentId: record.paymentId ?? null,
    clientPaymentId: record.clientPaymentId === undefined ? null : clientPaymentId(record.clientPaymentId),
    depositId: record.depositId ?? null,
  };
  const { paymentId, depositId, ...fields } = dropLeftOutFields(record, allFlaws);
  if (reasons.length > 0 || paymentId === undefined || depositId === undefined)
    return { ...identity, stated: null, reasons };
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
    ...otherFields
  } = fields;
  // The callback reports the currency of the price only together with the price.
  const displayPrice = expectedDisplayAmount ? { displayCurrency: otherFields.displayCurrency } : {};
  const payment = listReportedFieldValues({
    clientPaymentId: client,
    expectedDepositAmount,
    expectedDisplayAmount,
    ...displayPrice,
    expirationTime,
    paymentRequestedAt,
  });
  const deposit = listReportedFieldValues({
    ...otherFields,
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
    ...identity,
    // A client ID that was left out must not settle a create request.
    clientPaymentId: client === undefined ? null : clientPaymentId(client),
    stated: { payment, deposit: { depositId, values: deposit, risk: {} } },
    reasons,
  };
}

/** The result of reading a withdrawal callback. */
export type WithdrawalReport = {
  readonly withdrawalId: WithdrawalId | null;
  readonly stated: { readonly withdrawal: ReportedFields; readonly risk: FieldValues } | null;
  readonly reasons: readonly Flaw[];
};

// The full schema rejects two different deducted amounts. Here they are a conflict to store.
const withdrawalFields = z.object(withdrawalCallback.in.shape);

/** Reads a withdrawal callback (§6.2) that arrived at the address of `businessId`. */
export function readWithdrawalCallback(
  parsed: ParsedJson,
  businessId: BusinessId,
  accepted: readonly QuarantineOverride[] = [],
): WithdrawalReport {
  const { record, flaws } = readLeniently(withdrawalFields, parsed.value);
  const allFlaws = [
    ...listJsonFlaws(parsed),
    ...flaws,
    ...listUnknownNameFlaws(withdrawalFields.shape, record),
  ];
  if (record.businessId !== undefined && record.businessId !== businessId)
    allFlaws.push({ path: 'businessId', problem: 'is another business than the one of this address' });
  const reasons = allFlaws.filter((reason) => !isAccepted(reason, accepted));
  const withdrawalId = record.withdrawalId ?? null;
  if (reasons.length > 0 || withdrawalId === null) return { withdrawalId, stated: null, reasons };
  const {
    businessId: _business,
    withdrawalId: _withdrawal,
    txAddressOwner,
    deductedSettlementAmount: deducted,
    deducedSettlementAmount: misspelled,
    ...otherFields
  } = dropLeftOutFields(record, allFlaws);
  const spellings = [...new Set([deducted, misspelled].flatMap((one) => (one ? [trimAmount(one)] : [])))];
  const [only, other] = spellings;
  const values = listReportedFieldValues({
    ...otherFields,
    ...(other === undefined ? { deductedSettlementAmount: only } : {}),
  });
  return {
    withdrawalId,
    stated: {
      withdrawal:
        other === undefined
          ? { values }
          : { values, conflictingValues: { deductedSettlementAmount: spellings } },
      risk: txAddressOwner ? { ownerName: txAddressOwner.name, ownerCategory: txAddressOwner.category } : {},
    },
    reasons,
  };
}

/** Flags valid JSON that is ambiguous, such as a duplicate key that hides another amount. */
const listJsonFlaws = ({ flaws }: ParsedJson): Flaw[] =>
  flaws.map(({ path, flaw }) => ({ path, problem: `has a ${flaw}` }));

/** Flags enumeration values that the interface doesn’t define, because their meaning is unknown. */
function listUnknownNameFlaws(shape: z.ZodRawShape, record: Readonly<Record<string, unknown>>): Flaw[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const identity = listDocumentedValues(schema);
    const value = record[field];
    if (identity === null || typeof value !== 'string' || identity.includes(value)) return [];
    return [{ path: field, problem: `${unknownNamePrefix}${value.slice(0, 64)}` }];
  });
}
