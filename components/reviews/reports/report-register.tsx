'use client';

import { FileText } from 'lucide-react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewRegister } from '#lib/messages/review-reports.ts';
import type { ReportRow } from '#lib/reviews/reports/schema-list.ts';
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import { formatReportName, reportColumns, toReportHref } from './report-columns.tsx';

/** Lists the suspicious activity reports of the business with their drafts and amendments. */
export function ReportRegister({ start }: { start: ListStart }) {
  const reviews = `/${start.businessId}/reviews`;
  return (
    <List
      title={tReviewRegister('title')}
      spec={reportList}
      start={start}
      columns={reportColumns(reviews)}
      getId={(row) => row.reportId}
      getHref={(row) => toReportHref(reviews, row)}
      getName={formatReportName}
      getMark={(row: ReportRow) => `${row.state} ${row.recordedAt} ${row.amendments}`}
      searchFor={tReviewRegister('search')}
      actions={<LinkButton href={reviews}>{tReviewTerms('back.reviews')}</LinkButton>}
      firstRun={
        <EmptyState icon={<FileText aria-hidden />} title={tReviewRegister('emptyTitle')}>
          <p>{tReviewRegister('emptyNote')}</p>
        </EmptyState>
      }
    />
  );
}
