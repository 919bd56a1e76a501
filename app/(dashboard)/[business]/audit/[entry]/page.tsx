import type { Metadata } from 'next';
import { AuditEntryFacts } from '#components/audit/audit-entry.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { readAuditEntry } from '#lib/audit/index.ts';
import { labelAction } from '#lib/audit/schema.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Audit entry' };

type Given = { params: Promise<{ business: string; entry: string }> };

/** The page of one entry, for links and for screens without space next to the log. */
export default async function AuditEntryPage({ params }: Given) {
  const given = await params;
  const { context, scope } = await hiddenPageAccess(given.business, 'audit.read');
  const entry = await viewOrNotFound(readAuditEntry(context, scope.businessId, given.entry));
  const log = `/${scope.businessId}/audit`;
  return (
    <>
      <PageHeader
        title={labelAction(entry.action)}
        back={{ href: log, label: 'Audit' }}
        description={<ZoneNote />}
      />
      <PageBody>
        <AuditEntryFacts log={log} entry={entry} />
      </PageBody>
    </>
  );
}
