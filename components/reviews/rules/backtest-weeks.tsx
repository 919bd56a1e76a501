import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tBacktest } from '#lib/messages/review-backtest.ts';
import type { BacktestView } from '#lib/reviews/rules/schema/views.ts';

/** Shows how many cases the rule would have opened in each week, as bars with their numbers. */
export function BacktestWeeks({ weeks }: { weeks: BacktestView['weeks'] }) {
  const most = Math.max(...weeks.map(({ hits }) => hits));
  const toWidth = (count: number) => `${Math.round((100 * count) / most)}%`;
  return (
    <DataTable label={tBacktest('weeks.table')} sticky={false} takesFocus density="compact">
      <thead>
        <tr>
          <HeadCell>{tBacktest('weeks.week')}</HeadCell>
          <HeadCell className="w-1/2">
            <span className="sr-only">{tBacktest('weeks.share')}</span>
          </HeadCell>
          <HeadCell numeric>{tBacktest('weeks.cases')}</HeadCell>
          <HeadCell numeric>{tBacktest('weeks.existing')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, hits, existing }) => (
          <Row key={week}>
            <Cell className="whitespace-nowrap tabular-nums">{week}</Cell>
            <Cell>
              <span aria-hidden className="flex h-2.5 overflow-hidden rounded-xs bg-sunken">
                <span data-bar className="bg-accent" style={{ width: toWidth(hits - existing) }} />
                <span data-bar className="bg-faint" style={{ width: toWidth(existing) }} />
              </span>
            </Cell>
            <Cell numeric>{hits}</Cell>
            <Cell numeric className="text-muted">
              {existing}
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
