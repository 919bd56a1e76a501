'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { Badge } from '#components/ui/badge.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Day, Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tReviewRegister } from '#lib/messages/review-reports.ts';
import type { ReportRow } from '#lib/reviews/reports/schema-list.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase, formatSubjectName } from '../case-labels.ts';

/** The report on its case. `reviews` is the path of the review queue. */
export const toReportHref = (reviews: string, { caseId }: ReportRow): string =>
  `${reviews}/${caseId}?tab=report`;

/** Names a row of the register by its case and amendment. */
export const formatReportName = ({ caseNumber, number }: ReportRow): string =>
  number === 0
    ? formatCase(caseNumber)
    : tReviewRegister('amendmentOfCase', { case: formatCase(caseNumber), number: String(number) });

/** Returns the columns of the register. An amendment links to the first report, and that one to its amendments. */
export const reportColumns = (reviews: string): readonly ListColumn<ReportRow>[] => [
  {
    id: 'case',
    head: tReviewRegister('columns.case'),
    card: 'title',
    width: 24,
    cell: (row) => (
      <span className="block py-1">
        {/* Prefetching would record a view of risk detail in the audit log. */}
        <TextLink prefetch={false} href={toReportHref(reviews, row)} className="font-medium tabular-nums">
          {formatCase(row.caseNumber)}
        </TextLink>
        {row.number > 0 && (
          <span className="block text-muted text-xs">
            {tReviewRegister.rich('amends', {
              number: String(row.number),
              reference: row.amends ?? '',
              link: (text) => (
                <TextLink prefetch={false} href={toCaseReports(reviews, row)}>
                  <span className="wrap-anywhere">{text}</span>
                </TextLink>
              ),
            })}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'record',
    head: tReviewRegister('columns.record'),
    card: 'note',
    priority: 'some',
    width: 32,
    cell: (row) => (
      <span className="block max-w-56 truncate">
        {ExternalText(formatSubjectName(row.subjectKind, row.subjectId, row.recordReference))}
      </span>
    ),
  },
  {
    id: 'state',
    head: tReviewRegister('columns.state'),
    card: 'status',
    width: 16,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <Badge tone={row.state === 'draft' ? 'waiting' : 'good'}>
          {tReviewRegister(`state.${row.state}`)}
        </Badge>
        {row.amendments > 0 && (
          <TextLink prefetch={false} href={toCaseReports(reviews, row)} className="text-xs">
            {tReviewRegister('amended', { count: row.amendments })}
          </TextLink>
        )}
      </span>
    ),
  },
  {
    id: 'authority',
    head: tReviewRegister('columns.reference'),
    width: 32,
    cell: (row) =>
      row.reference === null ? (
        <UnknownValue reason={tReviewRegister('noReference')} />
      ) : (
        <span className="block max-w-56 truncate">{ExternalText(row.reference)}</span>
      ),
  },
  {
    id: 'author',
    head: tReviewRegister('columns.author'),
    priority: 'some',
    width: 20,
    cell: (row) => <bdi>{row.author.name}</bdi>,
  },
  {
    id: 'filedOn',
    head: tReviewRegister('columns.filedOn'),
    numeric: true,
    width: 16,
    cell: (row) =>
      row.filedOn === null ? (
        <UnknownValue reason={tReviewRegister(row.state === 'draft' ? 'noReference' : 'noDay')} />
      ) : (
        <Day day={row.filedOn} />
      ),
  },
  {
    id: 'recordedAt',
    head: tReviewRegister('columns.recordedAt'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.recordedAt)} />,
  },
];

/** The register with the reports of one case: the first one and its amendments. */
const toCaseReports = (reviews: string, { caseNumber }: ReportRow): string =>
  `${reviews}/reports?q=${encodeURIComponent(`#${caseNumber}`)}`;
