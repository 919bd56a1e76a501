import type { CounterpartyHit } from '#lib/reviews/counterparties/schema.ts';
import type { CaseHit } from '#lib/reviews/queue/schema-hits.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';

/** In display order. An intent is a request without a known payment. */
export const hitKinds = ['payment', 'intent', 'deposit', 'withdrawal'] as const;
export type HitKind = (typeof hitKinds)[number];

/** Lists that show hits of these kinds. A request appears only while its outcome is unknown. */
export const searchedLists = {
  payment: 'payments',
  intent: 'exceptions',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
} as const satisfies Readonly<Record<HitKind, string>>;
export type SearchedList = (typeof searchedLists)[HitKind];

/** Names in the interface of what a search finds, and the texts of colleagues. */
export const hitFields = [
  'clientPaymentId',
  'paymentId',
  'walletAddress',
  'destinationTag',
  'depositId',
  'transactionId',
  'fromAddress',
  'toAddress',
  'refundTransactionId',
  'clientWithdrawalId',
  'withdrawalId',
  'toTxAddress',
  'url',
  'expectedDisplayAmount',
  'actualDisplayAmount',
  'expectedDepositAmount',
  'actualDepositAmount',
  'depositAmount',
  'displayAmount',
  'settlementPayableAmount',
  'uniformPayableAmount',
  'refundAmount',
  'refundDisplayAmount',
  'estimatedWithdrawAmount',
  'actualWithdrawAmount',
  'deductedSettlementAmount',
  'label',
  'note',
] as const;
export type HitField = (typeof hitFields)[number];

/** A record that matches the search, with the identifier that matched. */
export type SearchHit = {
  readonly kind: HitKind;
  readonly id: string;
  /** The merchant's own reference, if known. */
  readonly reference: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  /** Null where the amount is as its record reports it. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly at: Instant;
  /** The matching field or text, and its value. */
  readonly field: HitField;
  readonly value: string;
};

export type SearchView = {
  readonly hits: readonly SearchHit[];
  /** There are more hits than these. */
  readonly more: boolean;
  /** Lists whose own search finds some of the hits, including those left out. */
  readonly lists: readonly SearchedList[];
  /** The person may create payments and open their requests. */
  readonly mayCreate: boolean;
  /** Review cases. Absent for people who must not know of them. */
  readonly cases?: readonly CaseHit[];
  /** Addresses and risk entities. Absent for people who must not know of them. */
  readonly counterparties?: readonly CounterpartyHit[];
};
