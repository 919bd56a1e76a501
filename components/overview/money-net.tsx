import { SignedAmount } from '#components/money/amount-text.tsx';
import { findMaximumDecimals } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tOverview } from '#lib/messages/overview.ts';
import type { CurrencyTotal, OverviewView, Total } from '#lib/reports/schema/overview.ts';
import type { SignedAmount as Difference } from '#lib/values/amount.ts';
import { subtractTotal, zeroTotal } from '#lib/values/total.ts';
import { listPeriodSpans, toDepositsHref, toWithdrawalsHref } from './list-links.ts';
import { CurrencyMark } from './money-totals.tsx';
import { TotalLink } from './total-link.tsx';
import { TotalText } from './total-text.tsx';

const emptyTotal: Total = { total: null, known: 0, count: 0, reported: null };

/** Returns the exact sum. No rows are 0, but an amount that isn't reported makes the sum unknown. */
const readSum = ({ total, known, count }: Total) => (count === 0 ? zeroTotal : known < count ? null : total);

/** Returns credited minus deducted money, or null if the service hasn't reported all of it. */
function calculateNet(received: Total, sent: Total): Difference | null {
  const [left, right] = [readSum(received), readSum(sent)];
  return left === null || right === null ? null : subtractTotal(left, right);
}

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

/** Money in minus money out by settlement currency, in this period and the one before. Only the server renders it. */
export function MoneyNet({ base, view }: { base: string; view: OverviewView }) {
  const lines = listLines(view);
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
        <DataTable label={title} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>{tOverview('columns.currency')}</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                {tOverview('money.credited')}
              </HeadCell>
              <HeadCell numeric>{tOverview('money.deducted')}</HeadCell>
              <HeadCell numeric>{title}</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                {tOverview('before')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ currency, received, fees, sent }) => (
              <Row key={currency}>
                <Cell>
                  <CurrencyMark currency={currency} />
                </Cell>
                <Cell numeric className="max-sm:hidden">
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
                <Cell numeric className="text-muted max-sm:hidden">
                  <Net amount={calculateNet(received.before, sent.before)} currency={currency} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

function Net({ amount, currency }: { amount: Difference | null; currency: string }) {
  return (
    <SignedAmount amount={amount} currency={currency} hideCurrency unknown={tOverview('money.netUnknown')} />
  );
}
