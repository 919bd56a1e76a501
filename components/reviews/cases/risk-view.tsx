import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { RiskEntity } from '#lib/deposits/schema.ts';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewSubject } from '#lib/messages/review-details.ts';
import type { EntityGroup, EntityList, RiskAssessmentSummary } from '#lib/reviews/cases/model/risk.ts';
import { countCategories, isSanctions } from '#lib/reviews/cases/model/risk.ts';
import type { CaseSubject } from '#lib/reviews/cases/schema/subject.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';
import { CounterpartyLink } from '../counterparties/counterparty-link.tsx';

/** An assessment can list thousands of entities. More than these are shown on request only. */
const mostNames = 8;
const mostGroups = 6;

const NotAssessed = () => (
  <span>
    <Badge tone="attention">{tReviewSubject('risk.notAssessed')}</Badge>{' '}
    <span className="text-muted text-xs">{tReviewSubject('risk.notAssessedNote')}</span>
  </span>
);

/** Marks a category of sanctions or terrorism. */
const SanctionsMark = ({ category }: { category: string | null }) =>
  isSanctions(category) && <Badge tone="bad">{tReviewSubject('risk.sanctions')}</Badge>;

/** Shows the score as received. Its scale isn't known, so it has no colour and no bar. */
const Score = ({ score }: { score: string | null | undefined }) =>
  score === null || score === undefined ? (
    <NotAssessed />
  ) : (
    <span>
      <span className="font-semibold tabular-nums wrap-anywhere">{score}</span>{' '}
      <span className="text-muted text-xs">{tReviewSubject('risk.scaleUnknown')}</span>
    </span>
  );

function Entity({ businessId, entity: { name, category } }: { businessId: string; entity: RiskEntity }) {
  return (
    <span className="wrap-anywhere">
      <SanctionsMark category={category} /> <EntityName businessId={businessId} name={name} />
      <span className="text-muted"> · {category ?? tReviewSubject('risk.noCategory')}</span>
    </span>
  );
}

function Entities({ businessId, list }: { businessId: string; list: EntityList | null }) {
  if (list === null) return <NotAssessed />;
  if (list.count === 0)
    return (
      <span>
        <Badge>{tReviewSubject('risk.noneFound')}</Badge>{' '}
        <span className="text-muted text-xs">{tReviewSubject('risk.noneFoundNote')}</span>
      </span>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <p>{tReviewTerms('entities', { count: list.count })}</p>
      {list.groups.slice(0, mostGroups).map((group) => (
        <Group key={group.category} businessId={businessId} group={group} />
      ))}
      {list.groups.length > mostGroups && (
        <Disclosure title={tReviewSubject('risk.moreCategories', { count: list.groups.length - mostGroups })}>
          <div className="flex flex-col gap-1.5">
            {list.groups.slice(mostGroups).map((group) => (
              <Group key={group.category} businessId={businessId} group={group} />
            ))}
          </div>
        </Disclosure>
      )}
      {list.more.entities > 0 && (
        <p className="text-muted text-xs">
          {tReviewSubject('risk.notListed', {
            entities: list.more.entities,
            categories: list.more.categories,
          })}
        </p>
      )}
    </div>
  );
}

function Group({
  businessId,
  group: { category, count, names },
}: {
  businessId: string;
  group: EntityGroup;
}) {
  const notShown = count - names.length;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere">
          {category ?? tReviewSubject('risk.noCategory')}
        </span>
        <span className="text-muted text-xs tabular-nums">{count}</span>
        <SanctionsMark category={category} />
      </p>
      <Names businessId={businessId} names={names.slice(0, mostNames)} />
      {names.length > mostNames && (
        <Disclosure title={tReviewSubject('risk.moreNames', { count: String(names.length - mostNames) })}>
          <Names businessId={businessId} names={names.slice(mostNames)} />
        </Disclosure>
      )}
      {notShown > 0 && (
        <p className="text-muted text-xs">{tReviewSubject('risk.notShown', { count: String(notShown) })}</p>
      )}
    </div>
  );
}

const Names = ({ businessId, names }: { businessId: string; names: readonly (string | null)[] }) => (
  <p className="text-muted text-sm wrap-anywhere">
    {[...names.entries()].map(([index, name]) => (
      <span key={index}>
        {index > 0 && ' · '}
        <EntityName businessId={businessId} name={name} />
      </span>
    ))}
  </p>
);

/** The name of an entity, with a link to all of its records. A shortened name has none: it finds nothing. */
function EntityName({ businessId, name }: { businessId: string; name: string | null }) {
  if (name === null || name.trim() === '')
    return <span className="text-muted">{tReviewSubject('risk.unnamed')}</span>;
  if (name.endsWith('…')) return name;
  return (
    <CounterpartyLink businessId={businessId} counterparty={{ kind: 'entity', name }}>
      {name}
    </CounterpartyLink>
  );
}

const isLong = (list: EntityList | null | undefined): boolean => (list?.count ?? 0) > 3;

/** Shows the whole risk assessment of a deposit (§2.5). */
export function DepositRiskView({
  businessId,
  risk,
  suffix = '',
}: {
  businessId: string;
  risk: RiskAssessmentSummary | null;
  suffix?: string;
}) {
  return (
    <Section title={tReviewSubject('sections.risk', { suffix })}>
      <DescriptionList>
        <Fact label={tReviewSubject('risk.score')} hint={tReviewSubject('risk.scoreHint')}>
          <Score score={risk?.riskScore} />
        </Fact>
        <Fact label={tReviewSubject('risk.owner')}>
          {risk?.owner ? <Entity businessId={businessId} entity={risk.owner} /> : <NotAssessed />}
        </Fact>
        <Fact
          label={tReviewSubject('risk.sources')}
          hint={tReviewSubject('risk.sourcesHint')}
          stacked={isLong(risk?.source)}
        >
          <Entities businessId={businessId} list={risk?.source ?? null} />
        </Fact>
        <Fact
          label={tReviewSubject('risk.destinations')}
          hint={tReviewSubject('risk.destinationsHint')}
          stacked={isLong(risk?.destination)}
        >
          <Entities businessId={businessId} list={risk?.destination ?? null} />
        </Fact>
      </DescriptionList>
    </Section>
  );
}

/** Shows the owner of the address that a withdrawal goes to (§6.2). */
export function WithdrawalRiskView({
  businessId,
  risk,
  suffix = '',
}: {
  businessId: string;
  risk: WithdrawalRisk | null;
  suffix?: string;
}) {
  const isAssessed = risk !== null && (risk.ownerName !== null || risk.ownerCategory !== null);
  return (
    <Section title={tReviewSubject('sections.risk', { suffix })}>
      <DescriptionList>
        <Fact label={tReviewSubject('risk.owner')}>
          {isAssessed ? (
            <Entity businessId={businessId} entity={{ name: risk.ownerName, category: risk.ownerCategory }} />
          ) : (
            <NotAssessed />
          )}
        </Fact>
      </DescriptionList>
    </Section>
  );
}

/** Says where the risk of a payment is: the service assesses its deposits. */
export const PaymentRiskNote = ({ suffix = '' }: { suffix?: string }) => (
  <Section title={tReviewSubject('sections.risk', { suffix })}>
    <p className="text-muted text-sm">{tReviewSubject('depositsOfPayment')}</p>
  </Section>
);

/** Shows the risk of a subject in short: the score as received, and the categories with their counts. */
export function RiskSummary({ businessId, subject }: { businessId: string; subject: CaseSubject }) {
  if (subject.kind === 'withdrawal')
    return <WithdrawalRiskView businessId={businessId} risk={subject.risk} />;
  if (subject.kind === 'payment') return <PaymentRiskNote />;
  const { risk } = subject;
  const categories = risk === null ? [] : countCategories(risk);
  const isAssessed =
    risk !== null && (risk.owner !== null || risk.source !== null || risk.destination !== null);
  const hidden = (risk?.source?.more.categories ?? 0) + (risk?.destination?.more.categories ?? 0);
  return (
    <Section title={tReviewSubject('sections.risk', { suffix: '' })}>
      <div className="flex flex-col gap-2">
        <DescriptionList>
          <Fact label={tReviewSubject('risk.score')} hint={tReviewSubject('risk.scoreHint')}>
            <Score score={risk?.riskScore} />
          </Fact>
        </DescriptionList>
        {categories.length > 0 ? (
          <DataTable
            stacks="flow"
            label={tReviewSubject('risk.summary')}
            sticky={false}
            takesFocus
            density="compact"
          >
            <thead>
              <tr>
                <HeadCell>{tReviewSubject('risk.category')}</HeadCell>
                <HeadCell numeric>{tReviewSubject('risk.sourceCount')}</HeadCell>
                <HeadCell numeric>{tReviewSubject('risk.destinationCount')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {categories.map((one) => (
                <Row key={one.category}>
                  <Cell className="py-1">
                    <span className="flex flex-wrap items-center gap-1.5">
                      <span className="min-w-0 font-medium wrap-anywhere">
                        {one.category ?? tReviewSubject('risk.noCategory')}
                      </span>
                      <SanctionsMark category={one.category} />
                      {one.isOwner && <Badge tone="attention">{tReviewSubject('risk.ownerMark')}</Badge>}
                    </span>
                  </Cell>
                  <Cell numeric>
                    {one.sources ?? <UnknownValue reason={tReviewSubject('risk.notAssessed')} />}
                  </Cell>
                  <Cell numeric>
                    {one.destinations ?? <UnknownValue reason={tReviewSubject('risk.notAssessed')} />}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
        ) : isAssessed ? (
          <p className="text-sm">
            <Badge>{tReviewSubject('risk.noneFound')}</Badge>
          </p>
        ) : (
          // Without a score, the line above says so.
          risk?.riskScore && (
            <p className="text-sm">
              <NotAssessed />
            </p>
          )
        )}
        {hidden > 0 && (
          <p className="text-muted text-xs">{tReviewSubject('risk.moreCategories', { count: hidden })}</p>
        )}
      </div>
    </Section>
  );
}
