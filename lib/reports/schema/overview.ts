import type { ListCount } from '#lib/lists/model/query.ts';
import type { Total as Digits, SignedAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Amounts that only callbacks reported. They may cover whole payments, so they are never added to sums of records. */
type Reported = { readonly total: Digits; readonly count: number };

/** A sum, with the number of rows that reported the amount (`known`) and of all rows (`count`). Null if none did. */
export type Total = {
  readonly total: Digits | null;
  readonly known: number;
  readonly count: number;
  readonly reported: Reported | null;
};

/** A total of the period, of the period before and of today. */
export type ComparedTotal = Total & { readonly before: Total; readonly today: Total };

export type CurrencyTotal = ComparedTotal & { readonly currency: string | null };

/** One local day of the business. Shares are thousandths of the highest day. */
export type DayTotal = Total & {
  readonly day: string;
  readonly share: number;
  readonly reportedShare: number;
};

/** Totals day by day in one currency, today last. Currencies are never summed together. */
export type DaySeries = {
  /** The shown currency from `choices`. Null without data. */
  readonly of: string | null;
  readonly choices: readonly string[];
  readonly days: readonly DayTotal[];
  /** The amounts at the top and in the middle of the chart. Null without sums. */
  readonly axis: { readonly top: Digits; readonly middle: Digits } | null;
  /** The day with the highest sum of records and callbacks, the first of several. Null without sums. */
  readonly highest: string | null;
};

/** The money credited and taken from the balance on one local day, in one settlement currency. */
export type NetDay = {
  readonly day: string;
  readonly received: Total;
  readonly sent: Total;
  /** Credited minus taken. Null if the service hasn't reported all of it. */
  readonly net: SignedAmount | null;
  /** Thousandths of the chart's height, above its zero line or below it. */
  readonly share: number;
};

/** Money in minus money out day by day in one settlement currency, today last. */
export type NetSeries = {
  /** The shown settlement currency from `choices`. Null without data. */
  readonly of: string | null;
  readonly choices: readonly string[];
  readonly days: readonly NetDay[];
  /** The highest and the lowest difference, at most and at least 0, and the height of the zero line. Null without any. */
  readonly axis: {
    readonly top: SignedAmount;
    readonly bottom: SignedAmount;
    readonly zero: number;
  } | null;
};

/** Money in in EUR, from uniformPayableAmount. Lower case, because it is not a coin code. */
export const eurChoice = 'eur';

/** The selectable numbers of full days. */
export const periodLengths = [7, 30, 90] as const;
export const defaultLength = 30;

/** The parameters of the URL: the number of days, and the currencies of the charts. `out` is a settlement currency. */
export type OverviewQuery = {
  readonly days: (typeof periodLengths)[number];
  readonly in: string | null;
  readonly out: string | null;
};

/** Returns the URL query of the parameters, empty for the defaults. */
export function formatOverviewQuery(query: OverviewQuery): string {
  return new URLSearchParams({
    ...(query.days !== defaultLength && { days: String(query.days) }),
    ...(query.in !== null && { in: query.in }),
    ...(query.out !== null && { out: query.out }),
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
  | 'withdrawal-unexpected'
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
  | 'audit-unanchored'
  | 'clock-skew'
  | 'worker-stopped';

/** The number of items of a kind that need attention. `more` if counting stopped early. */
export type AttentionItem = {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly more: boolean;
  /** When the service stops retrying the first item, or when reading is tried again. Null without a deadline. May be past. */
  readonly until: Instant | null;
  /** True if the deadline is inferred. */
  readonly inferred: boolean;
  /** The sum of the reported EUR amounts. Absent where none is reported, or where counting stopped early. */
  readonly eur?: Digits | null;
  /** The number of items whose EUR amount isn't reported. Absent for items without one, and where counting stopped early. */
  readonly withoutEur?: number | null;
  /** When the oldest item began. Absent where it isn't known. */
  readonly oldest?: Instant;
};

/** Days such as `2026-11-20` in the business's zone, both included. */
export type Period = { readonly from: string; readonly to: string };

/** Payments of one last reported status. Null if none was reported. */
export type StatusCount = {
  readonly status: string | null;
  readonly count: number;
  readonly before: number;
  readonly today: number;
};

/** The statuses of payments initiated in the period. */
export type StatusFunnel = {
  readonly statuses: readonly StatusCount[];
  /**
   * Payments known only from callbacks, which report no status, first observed since the period began. Counting stops
   * at a limit. An imported payment may also be among the statuses.
   */
  readonly callbackOnly: ListCount;
  /** False if payments aren't read, so that a status stays as in the create answer. */
  readonly canBeRead: boolean;
};

/** The open exceptions that began in some days. `from` is null for the oldest. */
export type ExceptionAge = {
  readonly key: 'week' | 'month' | 'older';
  readonly days: { readonly from: string | null; readonly to: string };
  readonly count: ListCount;
};

/** The kinds of records that are counted since the person's previous visit. The last two count changed records in this state. */
export const visitChangeKinds = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'failedWithdrawals',
] as const;
export type VisitChangeKind = (typeof visitChangeKinds)[number];

/** Numbers of records that are new or changed since the person's previous visit, each up to a bound. */
export type ChangesSinceVisit = {
  readonly since: Instant;
  readonly counts: Readonly<Record<VisitChangeKind, ListCount>>;
};

export type OverviewView = {
  readonly timeZone: string;
  readonly query: OverviewQuery;
  /** Full days up to yesterday, and as many before them. Today is separate, because it is not over. */
  readonly period: Period;
  readonly before: Period;
  readonly today: string;
  /** CONFIRMED deposits: received amounts per deposit currency. */
  readonly deposited: readonly CurrencyTotal[];
  /** The same deposits: credited amounts per settlement currency. */
  readonly credited: readonly CurrencyTotal[];
  /** The same deposits: service fees per settlement currency, which are not part of what was credited. */
  readonly fees: readonly CurrencyTotal[];
  /** The same deposits: uniformPayableAmount, in EUR. */
  readonly eur: ComparedTotal;
  readonly inDays: DaySeries;
  /** COMPLETED withdrawals: deducted settlement amounts by receipt. They have no EUR. */
  readonly withdrawn: readonly CurrencyTotal[];
  readonly outDays: DaySeries;
  readonly netDays: NetSeries;
  readonly funnel: StatusFunnel;
  readonly exceptionAges: readonly ExceptionAge[];
  /** Open items of any age, and what failed, was blocked and the like in the period or today. */
  readonly attention: readonly AttentionItem[];
  /** The kinds of data received so far, for the first steps. */
  readonly seen: { readonly payments: boolean; readonly business: boolean; readonly callbacks: boolean };
};
