import type { ListQuery } from '#lib/lists/model/query.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import type { OverviewView, Period } from '#lib/reports/schema/overview.ts';

const rowsOf = (list: string, choices: ListQuery['choices'], days: ListQuery['days']) =>
  `${list}?${listAddress({ ...wholeList, choices, days })}`;

/** The days of a total, of the one that it is compared with and of today so far. */
export type Spans = Readonly<Record<'current' | 'before' | 'today', Period>>;

export const listPeriodSpans = ({
  period,
  before,
  today,
}: Pick<OverviewView, 'period' | 'before' | 'today'>): Spans => ({
  current: period,
  before,
  today: { from: today, to: today },
});

/** The confirmed deposits of some days: all of them, or those in one currency. */
export const toDepositsHref = (base: string, days: Period, of: ListQuery['choices'] = {}): string =>
  rowsOf(`${base}/deposits`, { status: ['CONFIRMED'], ...of }, { depositReceivedAt: days });

/** The completed withdrawals of some days that were deducted in one currency. */
export const toWithdrawalsHref = (base: string, days: Period, currency: string): string =>
  rowsOf(
    `${base}/withdrawals`,
    { status: ['COMPLETED'], settlementCurrency: [currency] },
    { receivedAt: days },
  );

/** The payments that were initiated in some days: all of them, or those of one status. */
export const toPaymentsHref = (base: string, days: Period, status: string | null = null): string =>
  rowsOf(`${base}/payments`, status === null ? {} : { status: [status] }, { paymentInitiatedAt: days });
