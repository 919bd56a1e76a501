import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { DeskMail as Mail } from '#lib/reviews/alerts/schema.ts';
import { decisionWords } from '#lib/reviews/model.ts';
import { figureDays } from '#lib/reviews/schema/choices.ts';
import type { DeskFigures as Figures } from '#lib/reviews/schema/figures.ts';
import { ByReason } from './by-reason.tsx';
import { DeskMail } from './desk-mail.tsx';
import { DeskSettings } from './desk-settings.tsx';

function Duration({ seconds }: { seconds: number | null }) {
  if (seconds === null) return <Unknown reason={`Nothing was decided in ${figureDays} days`} />;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return <>{minutes} min</>;
  const hours = Math.round(minutes / 6) / 10;
  return hours < 48 ? <>{hours} h</> : <>{Math.round(hours / 2.4) / 10} days</>;
}

const told = ({ count, more }: ListCount) => `${count.toLocaleString('en')}${more ? '+' : ''}`;

/** How the desk does: open by age, time to decision, what was decided and by whom. */
export function DeskFigures({
  businessId,
  figures,
  mail,
}: {
  businessId: string;
  figures: Figures;
  mail: Mail;
}) {
  const { open, decisions, reviewers } = figures;
  const decided = decisions.reduce((sum, { count }) => sum + count, 0);
  const cleared = decisions.find(({ kind }) => kind === 'clear')?.count ?? 0;
  const reviews = `/${businessId}/reviews`;
  return (
    <>
      <PageHeader
        title="Desk figures"
        back={{ href: reviews, label: 'Reviews' }}
        description={`Open cases as they stand now; decisions of the last ${figureDays} days`}
      />
      <PageBody>
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title="Open by age">
            <DescriptionList>
              <Fact label="Up to a day">{told(open.day)}</Fact>
              <Fact label="1 to 3 days">{told(open.three)}</Fact>
              <Fact label="3 to 7 days">{told(open.week)}</Fact>
              <Fact label="Over 7 days">{told(open.older)}</Fact>
              <Fact label="Overdue">
                <TextLink href={`${reviews}?queue=overdue`}>{told(open.overdue)}</TextLink>
              </Fact>
            </DescriptionList>
          </Section>
          <Section title="Decided" count={decided}>
            <DescriptionList>
              {decisions.map(({ kind, count }) => (
                <Fact key={kind} label={decisionWords[kind].label}>
                  {count}
                </Fact>
              ))}
              <Fact label="Share cleared">
                {decided === 0 ? (
                  <Unknown reason={`Nothing was decided in ${figureDays} days`} />
                ) : (
                  `${Math.round((cleared / decided) * 100)} %`
                )}
              </Fact>
              <Fact label="Time to decision, median">
                <Duration seconds={figures.medianSeconds} />
              </Fact>
              <Fact label="Nine of ten within">
                <Duration seconds={figures.slowSeconds} />
              </Fact>
            </DescriptionList>
          </Section>
          <ByReason reviews={reviews} reasons={figures.reasons} />
          <Section title="By reviewer" flush={reviewers.length > 0}>
            {reviewers.length === 0 ? (
              <p className="text-muted text-sm">Nobody has decided anything in {figureDays} days.</p>
            ) : (
              <DataTable label="Decisions by reviewer" sticky={false} takesFocus density="compact">
                <thead>
                  <tr>
                    <HeadCell>Reviewer</HeadCell>
                    <HeadCell numeric>Proposed</HeadCell>
                    <HeadCell numeric>Confirmed</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {reviewers.map(({ person, proposed, confirmed }) => (
                    <Row key={person.personId}>
                      <Cell>{person.name}</Cell>
                      <Cell numeric>{proposed}</Cell>
                      <Cell numeric>{confirmed}</Cell>
                    </Row>
                  ))}
                </tbody>
              </DataTable>
            )}
          </Section>
          <DeskMail businessId={businessId} mail={mail} />
          <DeskSettings businessId={businessId} figures={figures} />
        </div>
      </PageBody>
    </>
  );
}
