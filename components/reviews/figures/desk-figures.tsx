import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { ListCount } from '#lib/lists/model/query.ts';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewFigures } from '#lib/messages/reviews-server.ts';
import type { CaseMail } from '#lib/notifications/schema.ts';
import { figureDays } from '#lib/reviews/cases/schema/choices.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import type { DeskFigures as Figures } from '#lib/reviews/queue/schema-figures.ts';
import { DeskMail } from '../settings/desk-mail.tsx';
import { DeskSettings } from '../settings/desk-settings.tsx';
import { ReasonTemplates } from '../settings/reason-templates.tsx';
import { RiskCategories } from '../settings/risk-categories.tsx';
import { DecisionsByReason } from './decisions-by-reason.tsx';

function Duration({ seconds }: { seconds: number | null }) {
  if (seconds === null) return <NoDecisions />;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return tReviewFigures('figures.minutes', { count: String(minutes) });
  const hours = Math.round(minutes / 6) / 10;
  return hours < 48
    ? tReviewFigures('figures.hours', { count: String(hours) })
    : tReviewFigures('figures.days', { count: String(Math.round(hours / 2.4) / 10) });
}

const NoDecisions = () => (
  <UnknownValue reason={tReviewFigures('figures.noDecisions', { days: String(figureDays) })} />
);

/** Formats a count that stops at a bound. */
function formatCount({ count, more }: ListCount): string {
  const text = count.toLocaleString('en');
  return more ? tReviewFigures('figures.boundedCount', { count: text }) : text;
}

/** Shows the desk's figures: open cases by age, time to decision, and decisions by kind, reason and reviewer. */
export function DeskFigures({
  businessId,
  figures,
  mail,
}: {
  businessId: string;
  figures: Figures;
  mail: CaseMail;
}) {
  const { open, decisions, clearedShare, reviewers } = figures;
  const decided = decisions.reduce((sum, { count }) => sum + count, 0);
  const reviews = `/${businessId}/reviews`;
  return (
    <>
      <PageHeader
        title={tReviewFigures('figures.title')}
        back={{ href: reviews, label: tReviewTerms('back.reviews') }}
        description={tReviewFigures('figures.description', { days: String(figureDays) })}
      />
      <PageBody>
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title={tReviewFigures('figures.openByAge')}>
            <p className="pb-2 text-muted text-sm">{tReviewFigures('figures.coverage')}</p>
            <DescriptionList>
              <Fact label={tReviewFigures('figures.ages.day')}>{formatCount(open.day)}</Fact>
              <Fact label={tReviewFigures('figures.ages.threeDays')}>{formatCount(open.three)}</Fact>
              <Fact label={tReviewFigures('figures.ages.week')}>{formatCount(open.week)}</Fact>
              <Fact label={tReviewFigures('figures.ages.older')}>{formatCount(open.older)}</Fact>
              <Fact label={tReviewFigures('figures.overdue')}>
                <TextLink href={`${reviews}?queue=overdue`}>{formatCount(open.overdue)}</TextLink>
              </Fact>
            </DescriptionList>
          </Section>
          <Section title={tReviewFigures('figures.decided')} count={decided}>
            <DescriptionList>
              {decisions.map(({ kind, count, reversed }) => (
                <Fact key={kind} label={decisionTexts[kind].label}>
                  {reversed === 0
                    ? count
                    : tReviewFigures('figures.withReversed', {
                        count: String(count),
                        reversed: String(reversed),
                      })}
                </Fact>
              ))}
              <Fact label={tReviewFigures('figures.cleared')}>
                {clearedShare === null ? (
                  <NoDecisions />
                ) : (
                  tReviewFigures('figures.percent', { share: String(Math.round(clearedShare * 100)) })
                )}
              </Fact>
              <Fact label={tReviewFigures('figures.median')}>
                <Duration seconds={figures.medianSeconds} />
              </Fact>
              <Fact label={tReviewFigures('figures.slow')}>
                <Duration seconds={figures.slowSeconds} />
              </Fact>
            </DescriptionList>
          </Section>
          <DecisionsByReason reviews={reviews} reasons={figures.reasons} />
          <Section title={tReviewFigures('reviewers.title')} flush={reviewers.length > 0}>
            {reviewers.length === 0 ? (
              <p className="text-muted text-sm">
                {tReviewFigures('figures.noDecisionsYet', { days: String(figureDays) })}
              </p>
            ) : (
              <DataTable
                label={tReviewFigures('reviewers.table')}
                sticky={false}
                takesFocus
                density="compact"
              >
                <thead>
                  <tr>
                    <HeadCell>{tReviewFigures('reviewers.reviewer')}</HeadCell>
                    <HeadCell numeric>{tReviewFigures('reviewers.proposed')}</HeadCell>
                    <HeadCell numeric>{tReviewFigures('reviewers.approved')}</HeadCell>
                    <HeadCell numeric>{tReviewFigures('reviewers.reversed')}</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {reviewers.map(({ person, proposed, confirmed, reversed }) => (
                    <Row key={person.personId}>
                      <Cell>{person.name}</Cell>
                      <Cell numeric>{proposed}</Cell>
                      <Cell numeric>{confirmed}</Cell>
                      <Cell numeric>{reversed}</Cell>
                    </Row>
                  ))}
                </tbody>
              </DataTable>
            )}
          </Section>
          {/* Together they are about as high as the settings beside them. */}
          <div className="flex min-w-0 flex-col gap-6">
            <DeskMail mail={mail} />
            <RiskCategories businessId={businessId} figures={figures} />
            <ReasonTemplates businessId={businessId} figures={figures} />
          </div>
          <DeskSettings businessId={businessId} figures={figures} />
        </div>
      </PageBody>
    </>
  );
}
