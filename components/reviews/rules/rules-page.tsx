import { Scale } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tRuleLabels, tRulesPage } from '#lib/messages/review-rules-page.ts';
import { countedDays, maximumCounted } from '#lib/reviews/rules/schema/choices.ts';
import type { RuleList, RuleRow } from '#lib/reviews/rules/schema/views.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { stateTones } from './rule-tones.ts';

const days = String(countedDays);

/** Lists the business's rules with their state and pending proposals. */
export function RulesPage({ list }: { list: RuleList }) {
  const { businessId, rows } = list;
  const reviews = `/${businessId}/reviews`;
  const createRule = (
    <LinkButton variant="primary" href={`${reviews}/rules/new`}>
      {tRulesPage('create')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={tRulesPage('title')}
        count={rows.length}
        back={{ href: reviews, label: tReviewTerms('back.reviews') }}
        description={<ZoneNote />}
        actions={createRule}
      />
      {rows.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden />} title={tRulesPage('emptyTitle')} action={createRule}>
          <p>{tRulesPage('emptyNote')}</p>
        </EmptyState>
      ) : (
        <DataTable labelledBy={pageTitleId} density="cozy">
          <thead className="max-md:sr-only">
            <tr>
              <HeadCell>{tRulesPage('columns.rule')}</HeadCell>
              <HeadCell>{tRulesPage('columns.state')}</HeadCell>
              <HeadCell numeric>{tRulesPage('columns.cases', { days })}</HeadCell>
              <HeadCell numeric>{tRulesPage('columns.since')}</HeadCell>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row) => (
              <RuleLine key={row.ruleId} href={`${reviews}/rules/${row.ruleId}`} row={row} />
            ))}
          </tbody>
        </DataTable>
      )}
    </>
  );
}

const cell = 'max-md:!h-auto max-md:border-b-0 max-md:p-0 max-md:first:ps-0 max-md:last:pe-0';

function RuleLine({ href, row }: { href: string; row: RuleRow }) {
  return (
    <Row className="max-md:flex max-md:flex-col max-md:gap-1 max-md:border-line max-md:border-b max-md:px-4 max-md:py-2.5">
      <Cell className={cell}>
        <div className="min-w-0 max-w-3xl whitespace-normal py-1.5 max-md:py-0">
          <TextLink prefetch={false} href={href} className="break-words font-medium">
            {row.name}
          </TextLink>
          {/* The rule's own page has the whole sentence. */}
          <p className="break-words text-muted text-xs md:line-clamp-1" data-tooltip={row.sentence}>
            {row.sentence}
          </p>
        </div>
      </Cell>
      <Cell className={cell}>
        <RuleBadges row={row} />
      </Cell>
      <Cell numeric className={`${cell} max-md:text-start`}>
        <span className="text-muted md:hidden">{tRulesPage('caseCount', { days })} </span>
        {row.cases === maximumCounted
          ? tRulesPage('casesOrMore', { count: String(maximumCounted) })
          : row.cases}
      </Cell>
      <Cell
        numeric
        className={`${cell} text-muted max-md:text-start ${row.since === null ? 'max-md:hidden' : ''}`}
      >
        {row.since === null ? (
          <span aria-description={tRulesPage('inactive')}>—</span>
        ) : (
          <Since since={row.since} />
        )}
      </Cell>
    </Row>
  );
}

/** Narrow screens have no column heads, so the label is part of the cell there. */
function Since({ since }: { since: Instant }) {
  const time = () => <Time at={toUnixSeconds(since)} />;
  return (
    <>
      <span className="md:hidden">{tRulesPage.rich('since', { time })}</span>
      <span className="max-md:hidden">{time()}</span>
    </>
  );
}

function RuleBadges({ row }: { row: RuleRow }) {
  const hasDraftVersion =
    row.waits === null && row.inForce !== null && row.newest > row.inForce && row.state !== 'retired';
  return (
    <span className="inline-flex items-center gap-1 max-md:flex-wrap">
      <Badge tone={stateTones[row.state]}>{tRuleLabels(`state.${row.state}`)}</Badge>
      {row.waits !== null && (
        <Badge tone="waiting" hint={tRulesPage('proposedBy', { person: row.waits.by.name })}>
          {row.waits.isOwn
            ? tRulesPage(`pending.${row.waits.kind}`)
            : tRulesPage(`toApprove.${row.waits.kind}`)}
        </Badge>
      )}
      {hasDraftVersion && (
        <Badge hint={tRulesPage('notProposed')}>
          {tRulesPage('draftVersion', { number: String(row.newest) })}
        </Badge>
      )}
    </span>
  );
}
