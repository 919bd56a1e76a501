import type { SignedAmount } from '#lib/values/amount.ts';
import type { Period } from './model/period.ts';

/** Sizes of deposits by their value in EUR: the least value of each. Empty: the value is not reported. */
export const sizeBands = ['0', '10', '100', '1000', '10000', ''] as const;

/** A share in percent, as exact digits with at most four decimals. */
export type Percent = SignedAmount;

/** Fees of the confirmed deposits of a group, in the settlement currency. */
export type FeeFigures = {
  readonly count: number;
  /** Deposits whose credited amount only a callback reported, where those are declared credited. */
  readonly declared: number;
  readonly credited: SignedAmount | null;
  readonly fee: SignedAmount | null;
  readonly feeKnown: number;
  /** The fee as a share of the credited amount, of deposits that report both. Null: none does. */
  readonly rate: Percent | null;
  readonly rated: number;
  /** The part of the fee that payers bear. */
  readonly distributed: SignedAmount | null;
  /** As a share of the fee, of deposits that report both. */
  readonly payerShare: Percent | null;
  readonly shared: number;
  readonly depegLoss: SignedAmount | null;
  readonly depegKnown: number;
};

/** A bar has a height of 0 to 1,000, in relation to the highest one of its chart. */
export type FeeGroup = FeeFigures & {
  /** The coin, network, size band, month or day. Empty: not reported. */
  readonly key: string;
  readonly rateShare: number;
  readonly depegShare: number;
};

/** Costs of a blockchain in one coin. They are never added to the fees. */
export type ChainCost = {
  readonly kind: 'deposit' | 'refund' | 'withdrawal';
  readonly coin: string;
  /** Empty: not reported, as for all withdrawals. */
  readonly network: string;
  readonly count: number;
  readonly amount: SignedAmount | null;
  readonly known: number;
};

export const feeDimensions = ['month', 'coin', 'network', 'band', 'day'] as const;
export type FeeDimension = (typeof feeDimensions)[number];

export type FeesView = {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly period: Period;
  readonly timeZone: string;
  readonly total: FeeFigures;
  readonly groups: Readonly<Record<FeeDimension, readonly FeeGroup[]>>;
  readonly chainCosts: readonly ChainCost[];
  /** Deposits of the period that have expired, and are in none of the figures. */
  readonly expired: number;
};
