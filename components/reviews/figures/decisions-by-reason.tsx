import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewFigures } from '#lib/messages/reviews-server.ts';
import { figureDays } from '#lib/reviews/cases/schema/choices.ts';
import { formatFactKind } from '#lib/reviews/model.ts';
import type { DeskFigures } from '#lib/reviews/queue/schema-figures.ts';

/** Shows how many decisions concerned each reason, how many cleared the case, and how many were reversed later. */
export function DecisionsByReason({
  reviews,
  reasons,
}: {
  reviews: string;
  reasons: DeskFigures['reasons'];
}) {
  return (
    <Section title={tReviewFigures('reasons.title')} flush={reasons.length > 0}>
      {reasons.length === 0 ? (
        <p className="text-muted text-sm">
          {tReviewFigures('figures.noDecisionsYet', { days: String(figureDays) })}
        </p>
      ) : (
        <DataTable label={tReviewFigures('reasons.table')} sticky={false} takesFocus density="compact">
          <thead>
            <tr>
              <HeadCell>{tReviewFigures('reasons.reason')}</HeadCell>
              <HeadCell numeric>{tReviewFigures('reasons.decided')}</HeadCell>
              <HeadCell numeric>{tReviewFigures('reasons.cleared')}</HeadCell>
              <HeadCell numeric>{tReviewFigures('reasons.reversed')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ kind, rule, decided, cleared, reversed }) => (
              <Row key={rule?.ruleId ?? kind}>
                <Cell>
                  {rule === null ? (
                    formatFactKind(kind)
                  ) : (
                    <TextLink href={`${reviews}/rules/${rule.ruleId}`}>
                      {tReviewTerms('ruleNamed', { name: rule.name })}
                    </TextLink>
                  )}
                </Cell>
                <Cell numeric>{decided}</Cell>
                <Cell numeric>
                  {tReviewFigures('reasons.clearedShare', {
                    count: String(cleared),
                    share: String(Math.round((100 * cleared) / decided)),
                  })}
                </Cell>
                <Cell numeric>{reversed}</Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
