import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ListCount } from '#lib/values/list-query.ts';

/** A sum, and of how many rows: `known` of `count` rows told the amount. Null where none did. */
export type Total = { readonly total: Amount | null; readonly known: number; readonly count: number };

/** A total in one currency, beside the same of the period before. */
export type CurrencyTotal = Total & { readonly currency: string | null; readonly before: Total };

/** One day of the business's time zone; `share` is its part of the highest day, in thousandths. */
export type DayTotal = Total & { readonly day: string; readonly share: number };

export type AttentionKind =
  | 'payment-blocked'
  | 'payment-unprocessable'
  | 'payment-overpaid'
  | 'deposit-review'
  | 'deposit-blocked'
  | 'deposit-unprocessable'
  | 'refund-pending'
  | 'withdrawal-failed'
  | 'withdrawal-blocked'
  | 'callback-silence'
  | 'callback-overdue'
  | 'callback-lost'
  | 'callback-quarantined'
  | 'withdrawal-refused'
  | 'callback-refused'
  | 'callback-unavailable'
  | 'callback-misaddressed'
  | 'reading-paused'
  | 'contradiction'
  | 'intent-unknown';

/** How many things of a kind wait for a person; `more` when it is only known that there are more. */
export type Attention = {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly more: boolean;
  /**
   * When the service stops to send the first of them again, or when reading is tried again; null where nothing runs
   * out. It may be over.
   */
  readonly until: Instant | null;
  /** Whether that is inferred from what little is known. */
  readonly inferred: boolean;
};

/** Days are `2026-11-20`, both ends included, in the business's zone. */
export type Period = { readonly from: string; readonly to: string };

/** Payments of one status, as the service last told it; null where it never did. */
export type StatusCount = { readonly status: string | null; readonly count: number; readonly before: number };

/** What became of the payments that were initiated in the period. */
export type StatusFunnel = {
  readonly statuses: readonly StatusCount[];
  /** Known from callbacks alone, which tell no status: first seen in the period, counted up to a bound. */
  readonly callbackOnly: ListCount;
  /** Whether payments are read from the service at all; else a status stays as the create answer told it. */
  readonly canBeRead: boolean;
};

export type OverviewView = {
  readonly timeZone: string;
  readonly period: Period;
  readonly before: Period;
  /** CONFIRMED deposits: what came in, per deposit currency. */
  readonly deposited: readonly CurrencyTotal[];
  /** The same deposits: what was credited, per settlement currency. */
  readonly credited: readonly CurrencyTotal[];
  /** The same deposits: uniformPayableAmount, in EUR. */
  readonly eur: Total & { readonly before: Total };
  readonly days: readonly DayTotal[];
  /** COMPLETED withdrawals: deducted settlement amount, by receipt. They have no EUR. */
  readonly withdrawn: readonly CurrencyTotal[];
  readonly funnel: StatusFunnel;
  readonly attention: readonly Attention[];
  /** What has been seen at all: for the first steps. */
  readonly seen: { readonly payments: boolean; readonly business: boolean; readonly callbacks: boolean };
};
