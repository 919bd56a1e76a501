import { FileText } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import type { RegisterRow } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Every suspicious-activity report of the business, drafts included. */
export function Register({ businessId, rows }: { businessId: string; rows: readonly RegisterRow[] }) {
  const reviews = `/${businessId}/reviews`;
  return (
    <>
      <PageHeader
        title="Reports to the authority"
        count={rows.length}
        back={{ href: reviews, label: 'Reviews' }}
        description={<ZoneNote />}
      />
      {rows.length === 0 ? (
        <EmptyState icon={<FileText aria-hidden />} title="No report was begun">
          <p>A report is drafted on the page of its case.</p>
        </EmptyState>
      ) : (
        <DataTable labelledBy={pageTitleId}>
          <thead>
            <tr>
              <HeadCell>About</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Number at the authority</HeadCell>
              <HeadCell>By</HeadCell>
              <HeadCell numeric>When</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.caseId}>
                <Cell>
                  <TextLink prefetch={false} href={`${reviews}/${row.caseId}`}>
                    {row.subject}
                  </TextLink>
                </Cell>
                <Cell>
                  <Badge tone={row.filedAt === null ? 'waiting' : 'good'}>
                    {row.filedAt === null ? 'Draft' : 'Filed'}
                  </Badge>
                </Cell>
                <Cell>{row.reference ?? <span className="text-faint">None yet</span>}</Cell>
                <Cell>{(row.filedBy ?? row.savedBy).name}</Cell>
                <Cell numeric className="text-muted">
                  <DateTime at={inSeconds(row.filedAt ?? row.savedAt)} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </>
  );
}
