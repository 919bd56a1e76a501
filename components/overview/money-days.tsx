import { tOverview } from '#lib/messages/overview.ts';
import type { OverviewQuery, OverviewView } from '#lib/reports/schema/overview.ts';
import { eurChoice } from '#lib/reports/schema/overview.ts';
import { DayChart } from './day-chart.tsx';
import { listPeriodSpans, toDepositsHref, toWithdrawalsHref } from './list-links.ts';

/** Money in and out by day, each in one currency. */
export function MoneyDays({
  base,
  view,
  getPageHref,
}: {
  base: string;
  view: OverviewView;
  getPageHref: (change: Partial<OverviewQuery>) => string;
}) {
  const { inDays, outDays, deposited, eur, withdrawn } = view;
  const spans = listPeriodSpans(view);
  const isEur = inDays.of === eurChoice;
  const coin: Readonly<Record<string, readonly string[]>> =
    isEur || inDays.of === null ? {} : { depositCurrency: [inDays.of] };
  return (
    <>
      <DayChart
        title={tOverview('money.inByDay')}
        note={tOverview(isEur ? 'money.creditedInEur' : 'money.asDeposited')}
        series={inDays}
        totals={isEur ? eur : (deposited.find(({ currency }) => currency === inDays.of) ?? null)}
        currency={isEur ? 'EUR' : (inDays.of ?? '')}
        noun="deposit"
        formatCode={(choice) => (choice === eurChoice ? tOverview('money.inEur') : choice)}
        getHref={(choice) => getPageHref({ in: choice })}
        spans={spans}
        getRowsHref={(days) => toDepositsHref(base, days, coin)}
        emptyText={tOverview('money.noDeposits')}
      />
      <DayChart
        title={tOverview('money.outByDay')}
        note={tOverview('money.asDeducted')}
        series={outDays}
        totals={withdrawn.find(({ currency }) => currency !== null && currency === outDays.of) ?? null}
        currency={outDays.of ?? ''}
        noun="withdrawal"
        formatCode={(choice) => choice}
        getHref={(choice) => getPageHref({ out: choice })}
        spans={spans}
        getRowsHref={(days) => toWithdrawalsHref(base, days, outDays.of ?? '')}
        emptyText={tOverview('money.noWithdrawals')}
      />
    </>
  );
}
