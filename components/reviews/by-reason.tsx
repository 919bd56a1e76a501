import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { factWord } from '#lib/reviews/model.ts';
import { figureDays } from '#lib/reviews/schema/choices.ts';
import type { DeskFigures } from '#lib/reviews/schema/figures.ts';

/** What the decided cases were opened for, and how many of them were cleared: a reason that is always cleared finds nothing. */
export function ByReason({ reviews, reasons }: { reviews: string; reasons: DeskFigures['reasons'] }) {
  return (
    <Section title="By reason" flush={reasons.length > 0}>
      {reasons.length === 0 ? (
        <p className="text-muted text-sm">Nothing was decided in {figureDays} days.</p>
      ) : (
        <DataTable label="Decisions by reason" sticky={false} takesFocus density="compact">
          <thead>
            <tr>
              <HeadCell>Reason</HeadCell>
              <HeadCell numeric>Decided</HeadCell>
              <HeadCell numeric>Cleared</HeadCell>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ kind, rule, decided, cleared }) => (
              <Row key={rule?.ruleId ?? kind}>
                <Cell>
                  {rule === null ? (
                    factWord(kind)
                  ) : (
                    <TextLink href={`${reviews}/rules/${rule.ruleId}`}>Rule: {rule.name}</TextLink>
                  )}
                </Cell>
                <Cell numeric>{decided}</Cell>
                <Cell numeric>
                  {cleared} ({Math.round((100 * cleared) / decided)} %)
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
