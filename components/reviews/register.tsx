import { FileText } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, Day, ZoneNote } from '#components/ui/time.tsx';
import { tReviewRegister } from '#lib/messages/review-register.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { RegisterRow } from '#lib/reviews/reports/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Lists all suspicious activity reports of the business, including drafts. */
export function Register({ businessId, rows }: { businessId: string; rows: readonly RegisterRow[] }) {
  const reviews = `/${businessId}/reviews`;
  return (
    <>
      <PageHeader
        title={tReviewRegister('title')}
        count={rows.length}
        back={{ href: reviews, label: tReviewTerms('back.reviews') }}
        description={<ZoneNote />}
      />
      {rows.length === 0 ? (
        <EmptyState icon={<FileText aria-hidden />} title={tReviewRegister('emptyTitle')}>
          <p>{tReviewRegister('emptyNote')}</p>
        </EmptyState>
      ) : (
        <DataTable labelledBy={pageTitleId}>
          <thead>
            <tr>
              <HeadCell>{tReviewRegister('columns.subject')}</HeadCell>
              <HeadCell>{tReviewRegister('columns.state')}</HeadCell>
              <HeadCell>{tReviewRegister('columns.reference')}</HeadCell>
              <HeadCell>{tReviewRegister('columns.author')}</HeadCell>
              <HeadCell numeric>{tReviewRegister('columns.date')}</HeadCell>
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
                    {tReviewRegister(row.filedAt === null ? 'draft' : 'filed')}
                  </Badge>
                  {row.amendments > 0 && (
                    <span className="ps-2 text-muted text-xs">
                      {tReviewRegister('amended', { count: row.amendments })}
                    </span>
                  )}
                </Cell>
                <Cell>
                  {row.reference ?? <span className="text-faint">{tReviewRegister('noReference')}</span>}
                </Cell>
                <Cell>{(row.filedBy ?? row.savedBy).name}</Cell>
                <Cell numeric className="text-muted">
                  {row.filedOn !== null ? (
                    <Day day={row.filedOn} />
                  ) : (
                    <DateTime at={inSeconds(row.filedAt ?? row.savedAt)} />
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </>
  );
}
