import * as z from 'zod';

/**
 * The short form of the column `provenance`: `[["read", 1764000000000, "<observation>", "1f"]]`. Nearly every record
 * has the same long list of field names, so a hexadecimal number stands for them. Its bit n is the n-th name here.
 * `joined-provenance.ts` writes each entry as one text.
 *
 * Stored rows depend on the places. Names are only appended, and none is removed or moved. A migration that appends one
 * requires its program, because an older one refuses the new bit.
 */
const placedNames: readonly string[] = [
  'clientPaymentId',
  'locale',
  'status',
  'rateType',
  'type',
  'url',
  'paymentUrl',
  'overpaymentPolicy',
  'refundFollowUpDepositsForOneTimePayments',
  'processorType',
  'walletAddress',
  'destinationTag',
  'displayCurrency',
  'expectedDisplayAmount',
  'expectedDisplayDistributedUserServiceFee',
  'actualDisplayAmount',
  'actualDisplayDistributedUserServiceFee',
  'depositCurrency',
  'expectedNetwork',
  'expectedDepositAmount',
  'expectedDepositDistributedUserServiceFee',
  'actualDepositAmount',
  'actualDepositDistributedUserServiceFee',
  'expectedUniformAmount',
  'actualUniformAmount',
  'userServiceFeeDistributionPercentage',
  'redirectUrl',
  'redirectMode',
  'expirationMinutes',
  'initiatedBy',
  'paymentInitiatedAt',
  'paymentRequestedAt',
  'expirationTime',
  'paymentId',
  'transactionId',
  'fromAddress',
  'toAddress',
  'network',
  'depositAmount',
  'depositDistributedUserServiceFee',
  'onChainFee',
  'displayAmount',
  'displayPayableAmount',
  'displayServiceFee',
  'displayDistributedUserServiceFee',
  'settlementCurrency',
  'settlementPayableAmount',
  'settlementServiceFee',
  'settlementDistributedUserServiceFee',
  'uniformCurrency',
  'uniformPayableAmount',
  'uniformServiceFee',
  'uniformDistributedUserServiceFee',
  'depositReceivedAt',
  'displayRateDepegLossAmount',
  'settlementRateDepegLossAmount',
  'uniformRateDepegLossAmount',
  'callbackDepositAmount',
  'callbackDisplayAmount',
  'callbackSettlementAmount',
  'callbackDisplayDepegLoss',
  'refundType',
  'refundStatus',
  'refundReason',
  'refundDepositCurrency',
  'refundNetwork',
  'refundAmount',
  'refundFee',
  'refundDisplayCurrency',
  'refundDisplayAmount',
  'refundDisplayFee',
  'refundTransactionId',
  'refundConfirmedAt',
  'riskScore',
  'assessment',
  'clientWithdrawalId',
  'withdrawCurrency',
  'estimatedWithdrawAmount',
  'actualWithdrawAmount',
  'deductedSettlementAmount',
  'withdrawFee',
  'displayFee',
  'toTxAddress',
  'ownerName',
  'ownerCategory',
];

const bits: ReadonlyMap<string, bigint> = new Map(
  placedNames.map((name, place) => [name, 1n << BigInt(place)]),
);

export type UnpackedEntry = {
  readonly source: string;
  readonly at: number;
  readonly observation: string;
  readonly fields: readonly string[];
};

/** An entry in its short form. Names without a place follow as they are. */
export type PackedEntry = readonly [
  source: string,
  at: number,
  observation: string,
  ...fields: readonly string[],
];

function packFields(fields: readonly string[]): readonly string[] {
  let placed = 0n;
  const others: string[] = [];
  for (const field of fields) {
    const bit = bits.get(field);
    if (bit === undefined) others.push(field);
    else placed |= bit;
  }
  return [placed.toString(16), ...others];
}

/** Returns the names in alphabetical order, as the long form has them. */
export function unpackFields(placed: string, others: readonly string[] = []): string[] {
  const number = BigInt(`0x${placed}`);
  const names = placedNames.filter((_name, place) => ((number >> BigInt(place)) & 1n) === 1n);
  return [...names, ...others].sort();
}

/** The bits of an entry. An unreadable text and the bit of an unknown name are refused, because a source would be lost. */
export const packedFields = z
  .string()
  .refine(
    (placed) => /^[0-9a-f]{1,64}$/.test(placed) && BigInt(`0x${placed}`) >> BigInt(placedNames.length) === 0n,
  );

/** Returns the short form of the column. */
export const packProvenance = (entries: readonly UnpackedEntry[]): readonly PackedEntry[] =>
  entries.map(({ source, at, observation, fields }) => [source, at, observation, ...packFields(fields)]);
