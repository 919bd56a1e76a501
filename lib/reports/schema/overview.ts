import { isFilterValue } from '#lib/lists/model/filter-values.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { Total as Digits } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';

/** What only callbacks told of the rest: it may be of whole payments, so it is never added to what records told. */
type Reported = { readonly total: Digits; readonly count: number };

/** A sum, and of how many rows: `known` of `count` rows told the amount. Null where none did. */
export type Total = {
  readonly total: Digits | null;
  readonly known: number;
  readonly count: number;
  readonly reported: Reported | null;
};

/** A total of the period's whole days, beside the same of the period before and of today so far. */
export type ComparedTotal = Total & { readonly before: Total; readonly today: Total };

export type CurrencyTotal = ComparedTotal & { readonly currency: string | null };

/** One day of the business's time zone; the shares are of the highest day, in thousandths. */
export type DayTotal = Total & {
  readonly day: string;
  readonly share: number;
  readonly reportedShare: number;
};

/** Day by day, today so far last; of one currency, for amounts of several are never added up. */
export type DaySeries = {
  /** What is shown, of `choices`; null where there is nothing to show. */
  readonly of: string | null;
  readonly choices: readonly string[];
  readonly days: readonly DayTotal[];
  /** The day on which records and callbacks together told most, the first of several; null where they told nothing. */
  readonly highest: string | null;
};

/** Money in in EUR, as uniformPayableAmount; written small, for it is no coin's code. */
export const inEur = 'eur';

/** So many whole days are looked at. */
export const periodLengths = [7, 30, 90] as const;
const usualLength = 30;

/** What the address asks for: how many days, and of what the charts of money in and out are. */
export type OverviewQuery = {
  readonly days: (typeof periodLengths)[number];
  readonly in: string | null;
  readonly out: string | null;
};

/** An enumeration of the service may grow by any text that a list can be filtered by. */
const readCode = (text: string | null): string | null => (text !== null && isFilterValue(text) ? text : null);

/** Reads the parameters of an address; what can't be understood is as if it were not there. */
export function readOverviewQuery(parameter: (name: string) => string | null): OverviewQuery {
  const [days, money, out] = [parameter('days'), parameter('in'), parameter('out')];
  return {
    days: periodLengths.find((length) => String(length) === days) ?? usualLength,
    in: readCode(money),
    out: readCode(out),
  };
}

/** The same as an address says it: empty for the usual. */
export function overviewAddress(asked: OverviewQuery): string {
  return new URLSearchParams({
    ...(asked.days !== usualLength && { days: String(asked.days) }),
    ...(asked.in !== null && { in: asked.in }),
    ...(asked.out !== null && { out: asked.out }),
  }).toString();
}

export type AttentionKind =
  | 'payment-blocked'
  | 'payment-unprocessable'
  | 'payment-overpaid'
  | 'review-overdue'
  | 'review-second'
  | 'review-open'
  | 'deposit-review'
  | 'deposit-blocked'
  | 'deposit-unprocessable'
  | 'deposit-unlisted'
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
  | 'intent-unknown'
  | 'sign-in-guessing'
  | 'exception-open'
  | 'audit-unanchored';

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
export type StatusCount = {
  readonly status: string | null;
  readonly count: number;
  readonly before: number;
  readonly today: number;
};

/** What became of the payments that were initiated in the period. */
export type StatusFunnel = {
  readonly statuses: readonly StatusCount[];
  /**
   * Reported by callbacks, which tell no status, with no record of the service: first seen since the period began,
   * counted up to a bound. One that was imported as well may stand among the statuses.
   */
  readonly callbackOnly: ListCount;
  /** Whether payments are read from the service at all; else a status stays as the create answer told it. */
  readonly canBeRead: boolean;
};

export type OverviewView = {
  readonly timeZone: string;
  readonly query: OverviewQuery;
  /** Whole days up to yesterday, and as many before them: today is not over, so it stands by itself. */
  readonly period: Period;
  readonly before: Period;
  readonly today: string;
  /** CONFIRMED deposits: what came in, per deposit currency. */
  readonly deposited: readonly CurrencyTotal[];
  /** The same deposits: what was credited, per settlement currency. */
  readonly credited: readonly CurrencyTotal[];
  /** The same deposits: uniformPayableAmount, in EUR. */
  readonly eur: ComparedTotal;
  readonly inDays: DaySeries;
  /** COMPLETED withdrawals: deducted settlement amount, by receipt. They have no EUR. */
  readonly withdrawn: readonly CurrencyTotal[];
  readonly outDays: DaySeries;
  readonly funnel: StatusFunnel;
  readonly attention: readonly Attention[];
  /** Blocked, failed and the like count since this day, whatever period is looked at. */
  readonly attentionFrom: string;
  /** What has been seen at all: for the first steps. */
  readonly seen: { readonly payments: boolean; readonly business: boolean; readonly callbacks: boolean };
};
