import type { ListQuery } from '#lib/lists/model/list-address.ts';
import { listAddress, wholeList } from '#lib/lists/model/list-address.ts';
import type { OverviewView, Period, VisitChangeKind } from '#lib/reports/schema/overview.ts';
import type { Instant } from '#lib/values/instant.ts';

const toListHref = (list: string, choices: ListQuery['choices'], days: ListQuery['days']) =>
  `${list}?${listAddress({ ...wholeList, choices, days })}`;

/** The list of each number, with the filters that leave its rows alone. `time` says since when they are counted. */
const newsLists: Readonly<
  Record<
    VisitChangeKind,
    { readonly list: string; readonly time: string; readonly choices?: ListQuery['choices'] }
  >
> = {
  payments: { list: 'payments', time: 'firstObservedAt' },
  deposits: { list: 'deposits', time: 'firstObservedAt' },
  refunds: { list: 'refunds', time: 'firstSeenAt' },
  withdrawals: { list: 'withdrawals', time: 'receivedAt' },
  exceptions: { list: 'payments', time: 'changedAt', choices: { exception: ['open'] } },
  failedWithdrawals: { list: 'withdrawals', time: 'changedAt', choices: { status: ['FAILED'] } },
};

/** Returns the address of exactly the records that are counted since this moment. */
export const toVisitChangesHref = (base: string, kind: VisitChangeKind, since: Instant): string => {
  const { list, time, choices = {} } = newsLists[kind];
  return toListHref(`${base}/${list}`, choices, { [time]: { since: new Date(since).toISOString() } });
};

/** Returns one day as a period. */
export const toPeriod = (day: string): Period => ({ from: day, to: day });

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
  today: toPeriod(today),
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
