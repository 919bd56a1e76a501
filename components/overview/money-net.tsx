import { SignedAmount } from '#components/money/amount-text.tsx';
import { findMaximumDecimals } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tOverview } from '#lib/messages/overview.ts';
import { calculateNet } from '#lib/reports/model/net.ts';
import type { CurrencyTotal, OverviewQuery, OverviewView, Total } from '#lib/reports/schema/overview.ts';
import type { SignedAmount as Difference } from '#lib/values/amount.ts';
import { ChoiceLinks } from './choice-links.tsx';
import { listPeriodSpans, toDepositsHref, toPeriod, toWithdrawalsHref } from './list-links.ts';
import { CurrencyMark } from './money-totals.tsx';
import { NetDays } from './net-days.tsx';
import { TotalLink } from './total-link.tsx';
import { TotalText } from './total-text.tsx';

const emptyTotal: Total = { total: null, known: 0, count: 0, reported: null };

type NetLine = {
  readonly currency: string;
  readonly received: CurrencyTotal;
  readonly fees: CurrencyTotal;
  readonly sent: CurrencyTotal;
};

/** Pairs money in and out by settlement currency. Money without a currency can't be compared. */
function listLines({
  credited,
  fees,
  withdrawn,
}: Pick<OverviewView, 'credited' | 'fees' | 'withdrawn'>): readonly NetLine[] {
  const currencies = [...new Set([...credited, ...withdrawn].flatMap(({ currency }) => currency ?? []))];
  return currencies.map((currency) => {
    const find = (totals: readonly CurrencyTotal[]): CurrencyTotal =>
      totals.find((one) => one.currency === currency) ?? {
        currency,
        ...emptyTotal,
        before: emptyTotal,
        today: emptyTotal,
      };
    return { currency, received: find(credited), fees: find(fees), sent: find(withdrawn) };
  });
}

/** Money in minus money out, by day and by settlement currency. Only the server renders it. */
export function MoneyNet({
  base,
  view,
  getPageHref,
}: {
  base: string;
  view: OverviewView;
  getPageHref: (change: Partial<OverviewQuery>) => string;
}) {
  const lines = listLines(view);
  const { of: shown, choices, days, axis } = view.netDays;
  const spans = listPeriodSpans(view);
  const title = tOverview('money.net');
  const countDecimals = (pick: (line: NetLine) => CurrencyTotal) =>
    findMaximumDecimals(lines.map((line) => ({ amount: pick(line).total, currency: line.currency })));
  const decimals = {
    received: countDecimals(({ received }) => received),
    sent: countDecimals(({ sent }) => sent),
  };
  return (
    <Section
      title={title}
      actions={<span className="text-muted text-xs">{tOverview('money.asSettled')}</span>}
      flush
    >
      {lines.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{tOverview('money.noSettlement')}</p>
      ) : (
        <>
          {shown !== null && (
            <div className="flex flex-col gap-4 px-4 py-3">
              {choices.length > 1 && (
                <ChoiceLinks
                  label={tOverview('money.currencyOf', { title })}
                  chosen={shown}
                  choices={choices.map((value) => ({
                    value,
                    label: value,
                    href: getPageHref({ out: value }),
                  }))}
                />
              )}
              <NetDays
                days={days.map((day) => ({
                  ...day,
                  hrefs: {
                    in: toDepositsHref(base, toPeriod(day.day), { settlementCurrency: [shown] }),
                    out: toWithdrawalsHref(base, toPeriod(day.day), shown),
                  },
                }))}
                axis={axis}
                currency={shown}
              />
            </div>
          )}
          <DataTable stacks label={title} sticky={false} density="compact">
            <thead>
              <tr>
                <HeadCell>{tOverview('columns.currency')}</HeadCell>
                <HeadCell numeric>{tOverview('money.credited')}</HeadCell>
                <HeadCell numeric>{tOverview('money.deducted')}</HeadCell>
                <HeadCell numeric>{title}</HeadCell>
                <HeadCell numeric>{tOverview('before')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ currency, received, fees, sent }) => (
                <Row key={currency}>
                  <Cell>
                    <CurrencyMark currency={currency} />
                  </Cell>
                  <Cell numeric>
                    <TotalLink
                      noun="deposit"
                      total={received}
                      currency={currency}
                      href={toDepositsHref(base, spans.current, { settlementCurrency: [currency] })}
                      decimals={decimals.received}
                    />
                    {fees.total !== null && (
                      <span className="block text-muted text-xs">
                        {tOverview.rich('money.fees', {
                          amount: () => <TotalText key="fees" total={fees} currency={currency} />,
                        })}
                      </span>
                    )}
                  </Cell>
                  <Cell numeric>
                    <TotalLink
                      noun="withdrawal"
                      total={sent}
                      currency={currency}
                      href={toWithdrawalsHref(base, spans.current, currency)}
                      decimals={decimals.sent}
                    />
                  </Cell>
                  <Cell numeric className="font-medium">
                    <Net amount={calculateNet(received, sent)} currency={currency} />
                  </Cell>
                  <Cell numeric className="text-muted">
                    <Net amount={calculateNet(received.before, sent.before)} currency={currency} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
        </>
      )}
    </Section>
  );
}

function Net({ amount, currency }: { amount: Difference | null; currency: string }) {
  return (
    <SignedAmount amount={amount} currency={currency} hideCurrency unknown={tOverview('money.netUnknown')} />
  );
}
