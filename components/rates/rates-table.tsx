'use client';

import { PercentText } from '#components/fees/percent-text.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tRates } from '#lib/messages/fees.ts';
import type { RatedAmount, RateRow, RatesView } from '#lib/statements/schema-rates.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatRate } from './format-rate.ts';

/** The deposits of a page, each with its amounts and rates. */
export function RatesTable({ businessId, view }: { businessId: string; view: RatesView }) {
  const { locale } = useLocaleSettings();
  const { currency, period, rows } = view;
  // The amount credited in EUR already stands in its column.
  const hasEur = currency !== 'EUR';
  return (
    <DataTable
      stacks
      label={tRates('table', { period: formatPeriod(period, locale), currency })}
      sticky={false}
      density="compact"
    >
      <thead>
        <tr>
          <HeadCell>{tRates('deposit')}</HeadCell>
          <HeadCell numeric>{tRates('spread')}</HeadCell>
          <HeadCell numeric>{tRates('priced')}</HeadCell>
          <HeadCell numeric>{tRates('paid')}</HeadCell>
          <HeadCell numeric>{tRates('credited')}</HeadCell>
          {hasEur && <HeadCell numeric>{tRates('eur')}</HeadCell>}
          <HeadCell numeric>{tRates('feeShare')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RateCells key={row.depositId} businessId={businessId} row={row} hasEur={hasEur} />
        ))}
      </tbody>
    </DataTable>
  );
}

function RateCells({ businessId, row, hasEur }: { businessId: string; row: RateRow; hasEur: boolean }) {
  const { depositId, clientId, at, paid, priced, credited, eur, spread, feeShare, expectedRate } = row;
  const { isOutlier, isDeclared } = row;
  return (
    <Row>
      <Cell className="py-1">
        {/* A reference may have hundreds of characters, and would push the rates out of view. */}
        <TextLink
          href={`/${businessId}/deposits/${depositId}`}
          prefetch={false}
          className="block max-w-44 truncate"
        >
          {clientId === '' ? depositId : ExternalText(clientId)}
        </TextLink>
        <span className="block text-muted text-xs">
          <DateTime at={toUnixSeconds(at)} />
        </span>
      </Cell>
      <Cell numeric className="py-1">
        <PercentText percent={spread} unknown={tRates('noSpread')} isDifference />
        {isOutlier && (
          <span className="block">
            <Badge tone="attention">{tRates('outlier')}</Badge>
          </span>
        )}
        {expectedRate !== null && (
          <span className="block text-muted text-xs">
            {tRates.rich('expected', {
              rate: () => <Rate key="rate" rate={expectedRate} currency={priced.currency} coin={paid.coin} />,
            })}
          </span>
        )}
      </Cell>
      <RatedCell rated={priced} coin={paid.coin} />
      <Cell numeric>
        <AmountText amount={paid.amount} currency={paid.coin} />
      </Cell>
      <RatedCell rated={credited} coin={paid.coin} note={isDeclared ? tRates('declared') : undefined} />
      {hasEur && <RatedCell rated={eur} coin={paid.coin} />}
      <Cell numeric>
        <PercentText percent={feeShare} unknown={tRates('noShare')} />
      </Cell>
    </Row>
  );
}

/** An amount, and below it the rate that follows from it. */
function RatedCell({
  rated: { amount, currency, rate },
  coin,
  note,
}: {
  rated: RatedAmount;
  coin: string | null;
  note?: string | undefined;
}) {
  return (
    <Cell numeric className="py-1">
      <AmountText amount={amount} currency={currency} />
      <span className="block text-muted text-xs">
        <Rate rate={rate} currency={currency} coin={coin} />
      </span>
      {note !== undefined && <span className="block text-muted text-xs">{note}</span>}
    </Cell>
  );
}

type RateProps = { rate: SignedAmount | null; currency: string | null; coin: string | null };

/** Shows a rate with the units of both sides, or nothing where one is unknown. */
function Rate({ rate, currency, coin }: RateProps) {
  const { locale } = useLocaleSettings();
  if (rate === null || currency === null || coin === null) return null;
  return (
    <data value={rate} suppressHydrationWarning>
      {tRates('perCoin', { rate: formatRate(rate, locale), currency, coin })}
    </data>
  );
}
