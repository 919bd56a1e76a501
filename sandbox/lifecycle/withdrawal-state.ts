import type { WithdrawalStatus } from '#lib/service/contract/enumerations.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import type { Network } from '#lib/values/currencies.ts';

/** The amounts of a broadcast withdrawal. */
export type BroadcastAmounts = {
  readonly displayAmount: Amount;
  readonly withdrawAmount: Amount;
  readonly settlementAmount: Amount;
  readonly fee: Amount;
  readonly displayFee: Amount;
  readonly displayDepegLoss?: SignedAmount | undefined;
  readonly settlementDepegLoss?: SignedAmount | undefined;
  readonly transactionId: string;
};

/** A withdrawal. The interface doesn't show its record (§2.9), only its callback. */
export type WithdrawalState = {
  readonly id: string;
  readonly businessId: string;
  readonly clientWithdrawalId: string;
  readonly withdrawCurrency: string;
  readonly network: Network;
  readonly toTxAddress: string;
  readonly displayCurrency: string;
  readonly settlementCurrency: string;
  readonly expectedDisplayAmount: Amount;
  readonly estimatedWithdrawAmount: Amount;
  /** The status that its callback reports. */
  outcome: WithdrawalStatus;
  readonly owner: { readonly name: string; readonly category: string };
  /** Seconds on the sandbox's clock. */
  readonly initiatedAt: number;
  processedAt: number | null;
  sent: BroadcastAmounts | null;
};
