import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tBacktest } from '#lib/messages/review-rules-page.ts';
import type { BacktestView } from '#lib/reviews/rules/schema/views.ts';

/** Shows how many cases the rule would have opened in each week, as bars with their numbers. */
export function BacktestWeeks({ weeks }: { weeks: BacktestView['weeks'] }) {
  const most = Math.max(...weeks.map(({ hits }) => hits));
  const toWidth = (count: number) => `${Math.round((100 * count) / most)}%`;
  return (
    <div className="flex flex-col gap-2">
      <Legend />
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
    </div>
  );
}

/** Names the colors of the bars. */
function Legend() {
  const entries = [
    { color: 'bg-accent', label: tBacktest('legend.isNew') },
    { color: 'bg-faint', label: tBacktest('legend.existing') },
  ];
  return (
    <ul aria-label={tBacktest('legend.label')} className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {entries.map(({ color, label }) => (
        <li key={color} className="inline-flex items-center gap-1.5">
          <span aria-hidden data-bar className={cx('size-2.5 rounded-xs', color)} />
          {label}
        </li>
      ))}
    </ul>
  );
}
