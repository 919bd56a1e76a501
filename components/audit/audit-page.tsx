import { ScrollText } from 'lucide-react';
import { ExportButton } from '#components/list/export-button.tsx';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import type { AuditPage as AuditData, AuditQuery, AuditRow } from '#lib/audit/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { AuditFilters } from './audit-filters.tsx';

const addressOf = (query: AuditQuery): string =>
  new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();

/** Who did what, when and under which request; views of risk detail and exports included. Read-only for everybody. */
export function AuditPage({
  businessId,
  query,
  page,
}: {
  businessId: string;
  query: AuditQuery;
  page: AuditData;
}) {
  const base = `/${businessId}/audit`;
  const filters = { ...query, before: '' };
  return (
    <>
      <PageHeader
        title="Audit"
        description={<ZoneNote />}
        actions={<ExportButton href={`/api/businesses/${businessId}/audit/export?${addressOf(filters)}`} />}
        filters={<AuditFilters base={base} query={filters} people={page.people} />}
      />
      {page.rows.length === 0 ? (
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title="Nothing was done that matches"
          action={
            <LinkButton size="sm" href={base}>
              Show the whole log
            </LinkButton>
          }
        >
          <p>The filters all apply together; an object or request is found by its whole id.</p>
        </EmptyState>
      ) : (
        <>
          <DataTable labelledBy={pageTitleId}>
            <thead>
              <tr>
                <HeadCell>Action</HeadCell>
                <HeadCell>Who</HeadCell>
                <HeadCell>Object</HeadCell>
                <HeadCell>Before and after</HeadCell>
                <HeadCell>Request</HeadCell>
                <HeadCell numeric>When</HeadCell>
              </tr>
            </thead>
            <tbody>
              {page.rows.map((row) => (
                <AuditLine key={row.sequence} base={base} row={row} />
              ))}
            </tbody>
          </DataTable>
          <div className="flex gap-2 px-4 py-3">
            {query.before !== '' && (
              <LinkButton size="sm" href={`${base}?${addressOf(filters)}`}>
                Newest
              </LinkButton>
            )}
            {page.next !== null && (
              <LinkButton size="sm" href={`${base}?${addressOf({ ...query, before: page.next })}`}>
                Older
              </LinkButton>
            )}
          </div>
        </>
      )}
    </>
  );
}

function AuditLine({ base, row }: { base: string; row: AuditRow }) {
  return (
    <Row className="[&_td]:py-2 [&_td]:align-top">
      <Cell>
        <TextLink
          href={`${base}?object=${encodeURIComponent(row.objectId)}`}
          title="Everything done to this object"
        >
          {row.action}
        </TextLink>
      </Cell>
      <Cell>
        {row.actor.kind === 'person' ? row.actor.name : <span className="text-muted">{row.actor.name}</span>}
      </Cell>
      <Cell>
        <span className="text-muted">{row.objectType}</span>{' '}
        <Identifier value={row.objectId} name="object ID" />
      </Cell>
      <Cell className="w-full max-w-96">
        <Change row={row} />
      </Cell>
      <Cell>
        <Identifier value={row.requestId} name="request ID" />
      </Cell>
      <Cell numeric className="text-muted">
        <DateTime at={inSeconds(row.at)} />
      </Cell>
    </Row>
  );
}

function Change({ row: { before, after } }: { row: AuditRow }) {
  if (before === null && after === null) return <span className="text-faint">Nothing more</span>;
  return (
    <details>
      <summary className="cursor-pointer rounded-sm text-muted hover:text-ink">
        {before === null ? 'What' : 'What changed'}
      </summary>
      {before !== null && <Json title="Before" text={before} />}
      {after !== null && <Json title="After" text={after} />}
    </details>
  );
}

function Json({ title, text }: { title: string; text: string }) {
  return (
    <div className="py-1">
      <p className="text-2xs text-faint">{title}</p>
      <pre className="whitespace-pre-wrap break-all font-mono text-xs">{text}</pre>
    </div>
  );
}
