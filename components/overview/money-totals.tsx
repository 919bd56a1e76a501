'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { CurrencyTotal, OverviewView, Total } from '#lib/reports/schema-overview.ts';

/** Totals per currency. They are never added up across currencies; each leads to its rows. */
export function MoneyTotals({ base, view }: { base: string; view: OverviewView }) {
  const { period } = view;
  const days = `${period.from}..${period.to}`;
  const confirmed = `${base}/deposits?status=CONFIRMED&depositReceivedAt=${days}`;
  return (
    <>
      <Totals
        title="Money in"
        note="Confirmed deposits, as deposited"
        totals={view.deposited}
        hrefOf={(currency) => `${confirmed}&depositCurrency=${currency}`}
        none="No confirmed deposit in these 60 days."
      />
      {view.credited.length > 0 && (
        <Totals
          title="Credited"
          note="The same deposits, in settlement currencies"
          totals={view.credited}
          hrefOf={(currency) => `${confirmed}&settlementCurrency=${currency}`}
          none=""
        />
      )}
      <Totals
        title="Money out"
        note="Completed withdrawals, as deducted"
        totals={view.withdrawn}
        hrefOf={(currency) =>
          `${base}/withdrawals?status=COMPLETED&receivedAt=${days}&settlementCurrency=${currency}`
        }
        none="No completed withdrawal in these 60 days."
      />
    </>
  );
}

function Totals({
  title,
  note,
  totals,
  hrefOf,
  none,
}: {
  title: string;
  note: string;
  totals: readonly CurrencyTotal[];
  hrefOf: (currency: string) => string;
  none: string;
}) {
  return (
    <Section title={title} actions={<span className="text-muted text-xs">{note}</span>} flush>
      {totals.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{none}</p>
      ) : (
        <DataTable label={title} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>Currency</HeadCell>
              <HeadCell numeric>Count</HeadCell>
              <HeadCell numeric>Total</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                30 days before
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <Row key={total.currency ?? 'unknown'}>
                <Cell>
                  {total.currency === null ? (
                    <Unknown reason="The currency was not told." />
                  ) : (
                    <TextLink href={hrefOf(total.currency)} prefetch={false} className="text-ink">
                      <CoinMark coin={total.currency} />
                    </TextLink>
                  )}
                </Cell>
                <Cell numeric>{total.count}</Cell>
                <Cell numeric>
                  <TotalText total={total} currency={total.currency} />
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  <TotalText total={total.before} currency={total.currency} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

/** A sum, and of how many rows it is where some did not tell their amount. */
export function TotalText({ total, currency }: { total: Total; currency: string | null }) {
  if (total.count === 0) return <Unknown reason="There was nothing in this time." />;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      <AmountText
        amount={total.total}
        currency={currency}
        hideCurrency
        unknown={`None of the ${total.count} told this amount.`}
      />
      {total.known < total.count && (
        <span
          title={`${total.known} of ${total.count} told this amount; the others are not in the sum.`}
          className="text-attention text-xs"
        >
          {total.known} of {total.count} known
        </span>
      )}
    </span>
  );
}
