import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import type { RuleTry } from '#lib/reviews/rules/schema/views.ts';

/** How many cases would have opened in each week, as bars with their numbers. */
export function TryWeeks({ weeks }: { weeks: RuleTry['weeks'] }) {
  const most = Math.max(...weeks.map(({ hits }) => hits));
  const share = (count: number) => `${Math.round((100 * count) / most)}%`;
  return (
    <DataTable label="Cases by week" sticky={false} takesFocus density="compact">
      <thead>
        <tr>
          <HeadCell>Week from</HeadCell>
          <HeadCell className="w-1/2">
            <span className="sr-only">Share of the fullest week</span>
          </HeadCell>
          <HeadCell numeric>Cases</HeadCell>
          <HeadCell numeric>Exist already</HeadCell>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, hits, existing }) => (
          <Row key={week}>
            <Cell className="whitespace-nowrap tabular-nums">{week}</Cell>
            <Cell>
              <span aria-hidden className="flex h-2.5 overflow-hidden rounded-xs bg-sunken">
                <span data-bar className="bg-accent" style={{ width: share(hits - existing) }} />
                <span data-bar className="bg-faint" style={{ width: share(existing) }} />
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
