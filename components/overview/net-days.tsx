'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { formatAmount, formatSignedAmount } from '#components/money/format-amount.ts';
import { Bars, solidBar, todayBar } from '#components/ui/bars.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { NetDay, NetSeries, Total } from '#lib/reports/schema/overview.ts';
import { zeroTotal } from '#lib/values/total.ts';
import { formatDay } from './format-period.ts';
import { DayText } from './period-text.tsx';
import { TotalText } from './total-text.tsx';

/** A day with the addresses of its deposits and withdrawals. */
type LinkedDay = NetDay & { readonly hrefs: { readonly in: string; readonly out: string } };

/** More money in than out rises above the zero line. More out hangs below it, and is no fault, so it is grey. */
const belowBar = 'bg-muted group-hover/bar:bg-ink';
const belowBarToday = 'bg-muted/60 group-hover/bar:bg-ink';

/** Money in minus money out of each day in one settlement currency, as bars and as a table. */
export function NetDays({
  days,
  axis,
  currency,
}: {
  days: readonly LinkedDay[];
  axis: NetSeries['axis'];
  currency: string;
}) {
  const { locale } = useLocaleSettings();
  const last = days.length - 1;
  if (days.every(({ received, sent }) => received.count + sent.count === 0))
    return <p className="text-muted text-sm">{tOverviewFigures('net.none', { currency })}</p>;
  const describeDay = ({ day, received, sent, net }: NetDay, isToday: boolean): string => {
    const name = isToday
      ? tOverviewFigures('bars.dayToday', { day: formatDay(day, locale) })
      : formatDay(day, locale);
    if (net === null) return tOverviewFigures('net.unknownDay', { day: name });
    const formatSum = ({ total }: Total) => formatAmount(total ?? zeroTotal, currency, locale).text;
    return tOverviewFigures('net.day', {
      day: name,
      net: formatSignedAmount(net, currency, locale).text,
      currency,
      received: formatSum(received),
      sent: formatSum(sent),
    });
  };
  return (
    <>
      {axis === null ? (
        <p className="text-muted text-sm">
          {tOverviewFigures(days.some(({ net }) => net === null) ? 'net.unknown' : 'net.equal')}
        </p>
      ) : (
        <Bars
          label={tOverviewFigures('net.readOut')}
          first={last}
          bars={days.map((one, index) => {
            const isBelow = one.net?.startsWith('-') ?? false;
            const [usual, today] = isBelow ? [belowBar, belowBarToday] : [solidBar, todayBar];
            return {
              key: one.day,
              // No list shows both deposits and withdrawals.
              href: null,
              description: describeDay(one, index === last),
              isBelow,
              parts: [{ share: one.share, className: index === last ? today : usual }],
            };
          })}
          labels={[days[0] ? formatDay(days[0].day, locale) : '', tOverviewFigures('today')]}
          marks={[
            { at: 1_000, text: formatSignedAmount(axis.top, currency, locale).text },
            { at: 0, text: formatSignedAmount(axis.bottom, currency, locale).text },
          ]}
          zero={axis.zero}
        />
      )}
      <Disclosure title={tOverviewFigures('net.viewAsTable')}>
        <DataTable stacks label={tOverviewFigures('net.table')} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>{tOverviewFigures('columns.day')}</HeadCell>
              <HeadCell numeric>{tOverviewFigures('net.columns.received')}</HeadCell>
              <HeadCell numeric>{tOverviewFigures('net.columns.sent')}</HeadCell>
              <HeadCell numeric>{tOverviewFigures('net.columns.net')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {days.map((one, index) => (
              <tr key={one.day}>
                <Cell>
                  <DayText day={one.day} />
                  {index === last && <span className="text-muted"> {tOverviewFigures('soFar')}</span>}
                </Cell>
                <Cell numeric>
                  <DaySum total={one.received} currency={currency} href={one.hrefs.in} />
                </Cell>
                <Cell numeric>
                  <DaySum total={one.sent} currency={currency} href={one.hrefs.out} />
                </Cell>
                <Cell numeric>
                  <SignedAmount
                    amount={one.net}
                    currency={currency}
                    hideCurrency
                    unknown={tOverviewFigures('net.unknown')}
                  />
                </Cell>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Disclosure>
    </>
  );
}

function DaySum({ total, currency, href }: { total: Total; currency: string; href: string }) {
  if (total.count === 0) return <TotalText total={total} currency={currency} />;
  return (
    <TextLink href={href} prefetch={false} className="text-ink">
      <TotalText total={total} currency={currency} inLink />
    </TextLink>
  );
}
