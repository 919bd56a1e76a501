import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tBacktest } from '#lib/messages/review-rules-page.ts';
import { formatFactKind } from '#lib/reviews/model.ts';
import type { BacktestView } from '#lib/reviews/rules/schema/views.ts';

/** Shows which other rules and reasons the cases of the matches already have. */
export function BacktestOverlap({
  businessId,
  overlap,
  hits,
}: {
  businessId: string;
  overlap: BacktestView['overlap'];
  /** The number of all matches. */
  hits: number;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">{tBacktest('overlap.title')}</h3>
      <p className="text-muted text-xs">{tBacktest('overlap.note')}</p>
      <DataTable label={tBacktest('overlap.table')} sticky={false} takesFocus density="compact">
        <thead>
          <tr>
            <HeadCell>{tBacktest('overlap.reason')}</HeadCell>
            <HeadCell numeric>{tBacktest('overlap.hits')}</HeadCell>
            <HeadCell numeric>{tBacktest('overlap.share')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {overlap.map(({ kind, rule, hits: shared }) => (
            <Row key={rule?.ruleId ?? kind}>
              <Cell>
                {rule === null ? (
                  formatFactKind(kind)
                ) : (
                  <TextLink prefetch={false} href={`/${businessId}/reviews/rules/${rule.ruleId}`}>
                    {rule.name}
                  </TextLink>
                )}
              </Cell>
              <Cell numeric>{shared}</Cell>
              <Cell numeric className="text-muted">
                {tBacktest('overlap.percent', { percent: String(Math.round((100 * shared) / hits)) })}
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}
