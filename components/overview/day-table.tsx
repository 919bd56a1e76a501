'use client';

import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { LinkedDay } from './day-bars.tsx';
import { DayText } from './period-text.tsx';
import { TotalText } from './total-text.tsx';

/** The same days as the bars, as a table. It shares their data, so it adds little to the page. */
export function DayTable({
  title,
  days,
  currency,
  noun,
}: {
  title: string;
  days: readonly LinkedDay[];
  currency: string;
  noun: 'deposit' | 'withdrawal';
}) {
  return (
    <DataTable label={tOverviewFigures('tableOf', { title })} sticky={false} density="compact">
      <thead>
        <tr>
          <HeadCell>{tOverviewFigures('columns.day')}</HeadCell>
          <HeadCell numeric>{tOverviewFigures(`columns.${noun}s`)}</HeadCell>
          <HeadCell numeric>{currency}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={day.day}>
            <Cell>
              <TextLink href={day.href} prefetch={false}>
                <DayText day={day.day} />
              </TextLink>
              {index === days.length - 1 && <span className="text-muted"> {tOverviewFigures('soFar')}</span>}
            </Cell>
            <Cell numeric>
              <LocaleNumber value={day.count} />
            </Cell>
            <Cell numeric>
              <TotalText total={day} currency={currency} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
