import type { Metadata } from 'next';
import { cache } from 'react';
import { AuditEntryFacts } from '#components/audit/audit-entry.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { readAuditEntry } from '#lib/audit/index.ts';
import { formatAuditAction } from '#lib/audit/schema.ts';
import { tShellPages } from '#lib/messages/search.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; entry: string }> };

/** One read for the page and its title. */
const readEntry = cache(async (business: string, entryId: string) => {
  const access = await requireHiddenPageAccess(business, 'audit.read');
  const entry = await viewOrNotFound(readAuditEntry(access.context, access.scope.businessId, entryId));
  return { ...access, entry };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const route = await params;
  return createRecordMetadata(
    tPageTitles('auditEntry'),
    readEntry(route.business, route.entry),
    ({ entry }) => formatAuditAction(entry.action),
  );
}

/** Shows one entry on narrow screens and behind links. */
export default async function AuditEntryPage({ params }: PageInput) {
  const route = await params;
  const { scope, entry } = await readEntry(route.business, route.entry);
  const log = `/${scope.businessId}/audit`;
  return (
    <>
      <PageHeader
        title={formatAuditAction(entry.action)}
        back={{ href: log, label: tShellPages('page.audit') }}
        description={<ZoneNote />}
      />
      <PageBody>
        <AuditEntryFacts log={log} entry={entry} businessId={scope.businessId} />
      </PageBody>
    </>
  );
}
