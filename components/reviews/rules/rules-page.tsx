import { Scale } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { countedDays, mostCounted } from '#lib/reviews/rules/schema/choices.ts';
import type { RuleList, RuleRow } from '#lib/reviews/rules/schema/views.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { changeWords, stateWords } from './rule-words.ts';

/** The merchant's own rules: what each does, whether it bites, and what waits for a second person. */
export function RulesPage({ list }: { list: RuleList }) {
  const { businessId, rows } = list;
  const reviews = `/${businessId}/reviews`;
  const write = (
    <LinkButton variant="primary" href={`${reviews}/rules/new`}>
      Write a rule
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Rules"
        count={rows.length}
        back={{ href: reviews, label: 'Reviews' }}
        description={<ZoneNote />}
        actions={write}
      />
      {rows.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden />} title="No rule of your own yet" action={write}>
          <p>
            A rule opens a review case by itself, beside the cases that the service’s own flags open. Try it
            against the past first; a second person approves it before it bites.
          </p>
        </EmptyState>
      ) : (
        <DataTable labelledBy={pageTitleId} density="cozy">
          <thead className="max-md:sr-only">
            <tr>
              <HeadCell>Rule</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell numeric>Cases in {countedDays} days</HeadCell>
              <HeadCell numeric>Since</HeadCell>
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

const cell = 'max-md:!h-auto max-md:border-b-0 max-md:p-0 max-md:first:pl-0 max-md:last:pr-0';

function RuleLine({ href, row }: { href: string; row: RuleRow }) {
  return (
    <Row className="max-md:flex max-md:flex-col max-md:gap-1 max-md:border-line max-md:border-b max-md:px-4 max-md:py-2.5">
      <Cell className={cell}>
        <div className="min-w-0 max-w-3xl whitespace-normal py-1.5 max-md:py-0">
          <TextLink prefetch={false} href={href} className="break-words font-medium">
            {row.name}
          </TextLink>
          <p className="break-words text-muted text-xs">{row.says}</p>
        </div>
      </Cell>
      <Cell className={cell}>
        <RuleMark row={row} />
      </Cell>
      <Cell numeric className={`${cell} max-md:text-left`}>
        <span className="text-muted md:hidden">Cases in {countedDays} days: </span>
        {row.cases === mostCounted ? `${mostCounted} or more` : row.cases}
      </Cell>
      <Cell
        numeric
        className={`${cell} text-muted max-md:text-left ${row.since === null ? 'max-md:hidden' : ''}`}
      >
        {row.since === null ? (
          <span title="It does not bite">—</span>
        ) : (
          <>
            <span className="md:hidden">Since </span>
            <Time at={inSeconds(row.since)} />
          </>
        )}
      </Cell>
    </Row>
  );
}

function RuleMark({ row }: { row: RuleRow }) {
  const { label, tone } = stateWords[row.state];
  const isAhead =
    row.waits === null && row.inForce !== null && row.newest > row.inForce && row.state !== 'retired';
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={tone}>{label}</Badge>
      {row.waits !== null && (
        <Badge tone="waiting" title={`Proposed by ${row.waits.by.name}`}>
          {row.waits.isOwn
            ? changeWords[row.waits.kind].waits
            : `${changeWords[row.waits.kind].label}: yours to approve`}
        </Badge>
      )}
      {isAhead && (
        <Badge title={`Version ${row.newest} is not proposed yet`}>Version {row.newest} in draft</Badge>
      )}
    </span>
  );
}
