import type { ListQuery } from '#lib/lists/model/list-address.ts';
import { listAddress, wholeList } from '#lib/lists/model/list-address.ts';
import type { OverviewView, Period } from '#lib/reports/schema/overview.ts';

const toListHref = (list: string, choices: ListQuery['choices'], days: ListQuery['days']) =>
  `${list}?${listAddress({ ...wholeList, choices, days })}`;

/** The time of each list that says when a record was first seen. */
const firstSeenFilters = {
  payments: 'firstObservedAt',
  deposits: 'firstObservedAt',
  refunds: 'firstSeenAt',
  withdrawals: 'receivedAt',
} as const;

/** Returns the address of the records that were first seen on this day or later, newest first. */
export const toNewRecordsHref = (base: string, list: keyof typeof firstSeenFilters, from: string): string =>
  toListHref(`${base}/${list}`, {}, { [firstSeenFilters[list]]: { from, to: null } });

/** The days of a total, of the period before it, and today. */
export type PeriodSpans = Readonly<Record<'current' | 'before' | 'today', Period>>;

/** Returns the days of each total of Overview. */
export const listPeriodSpans = ({
  period,
  before,
  today,
}: Pick<OverviewView, 'period' | 'before' | 'today'>): PeriodSpans => ({
  current: period,
  before,
  today: { from: today, to: today },
});

/** Returns the address of the confirmed deposits of some days, optionally in one currency. */
export const toDepositsHref = (base: string, days: Period, of: ListQuery['choices'] = {}): string =>
  toListHref(`${base}/deposits`, { status: ['CONFIRMED'], ...of }, { depositReceivedAt: days });

/** Returns the address of the completed withdrawals of some days in one settlement currency. */
export const toWithdrawalsHref = (base: string, days: Period, currency: string): string =>
  toListHref(
    `${base}/withdrawals`,
    { status: ['COMPLETED'], settlementCurrency: [currency] },
    { receivedAt: days },
  );

/** Returns the address of the payments initiated in some days, optionally of one status. */
export const toPaymentsHref = (base: string, days: Period, status: string | null = null): string =>
  toListHref(`${base}/payments`, status === null ? {} : { status: [status] }, { paymentInitiatedAt: days });
