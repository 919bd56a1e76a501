import Link from 'next/link';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditRow } from '#lib/audit/schema.ts';
import { formatAuditAction, formatAuditObjectType } from '#lib/audit/schema.ts';
import { tAuditPage } from '#lib/messages/audit.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AuditSummary } from './audit-details.tsx';
import { objectHref } from './audit-links.ts';

/** Columns of the audit log. Objects and requests link to all of their entries. */
export const auditColumns = (
  log: string,
  getHref: (row: AuditRow) => string,
): readonly ListColumn<AuditRow>[] => [
  {
    id: 'action',
    head: tAuditPage('columns.action'),
    card: 'title',
    width: 24,
    cell: (row) => (
      <Link href={getHref(row)} prefetch={false} className="row-link audit-action">
        {formatAuditAction(row.action)}
      </Link>
    ),
  },
  {
    id: 'who',
    head: tAuditPage('columns.actor'),
    card: 'status',
    width: 24,
    cell: ({ actor }) =>
      actor.kind === 'person' ? (
        <bdi className="block max-w-36 truncate">{actor.name}</bdi>
      ) : actor.kind === 'system' ? (
        // The entry names the job.
        <span className="text-muted">{tAuditPage('system')}</span>
      ) : (
        <span className="text-muted">{actor.name}</span>
      ),
  },
  {
    id: 'object',
    head: tAuditPage('columns.object'),
    card: 'note',
    width: 32,
    cell: (row) => {
      // The ID of this business adds nothing on its own page.
      const isNamed = row.objectName !== null || !log.startsWith(`/${row.objectId}/`);
      return (
        <span className="inline-flex max-w-full items-center gap-1.5">
          <TextLink
            href={objectHref(log, row)}
            prefetch={false}
            className={cx('truncate', isNamed && 'max-w-36')}
            aria-description={tAuditPage('objectLink')}
          >
            {formatAuditObjectType(row.objectType)}
          </TextLink>
          {row.objectName !== null ? (
            <bdi className="max-w-44 truncate xl:max-w-64">{row.objectName}</bdi>
          ) : (
            isNamed && <Identifier value={row.objectId} name={tAuditPage('objectId')} />
          )}
        </span>
      );
    },
  },
  {
    id: 'tells',
    head: tAuditPage('columns.summary'),
    priority: 'some',
    hint: tAuditPage('columns.summaryHint'),
    width: 40,
    cell: ({ summary }) =>
      summary === null ? (
        <span className="text-faint">{tAuditPage('noDetails')}</span>
      ) : (
        <span className="audit-summary">
          <AuditSummary details={summary} />
        </span>
      ),
  },
  {
    id: 'request',
    head: tAuditPage('columns.request'),
    hiddenByDefault: true,
    width: 24,
    cell: (row) => <Identifier value={row.requestId} name={tAuditPage('requestId')} />,
  },
  {
    id: 'chain',
    head: tAuditPage('columns.chain'),
    hiddenByDefault: true,
    width: 20,
    cell: ({ chain, sequence }) => (
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        {chain === 'sign-ins' && <Badge>{tAuditPage('chain.sign-ins')}</Badge>}
        {sequence}
      </span>
    ),
  },
  {
    id: 'at',
    head: tAuditPage('columns.at'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 20,
    cell: (row) => <DateTime at={toUnixSeconds(row.at)} />,
  },
];
