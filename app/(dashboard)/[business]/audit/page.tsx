import type { Metadata } from 'next';
import { AuditLog } from '#components/audit/audit-log.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { checkNewestEntries, listAudit, listAuditPeople, readAnchorStatus } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { tShellPages } from '#lib/messages/search.ts';
import { createHiddenMetadata } from '../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../hidden-page-access.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'audit.read', tShellPages('page.audit'));

export default async function AuditPage(props: ListPageProps) {
  const { start, queries, context, scope } = await readListStart(props, auditList, listAudit, {
    access: requireHiddenPageAccess,
    see: 'audit.read',
    take: 'audit.read',
  });
  const [people, anchors, check] = await Promise.all([
    listAuditPeople(context, scope.businessId),
    readAnchorStatus(context, scope.businessId),
    checkNewestEntries(context, scope.businessId),
  ]);
  return (
    <QueryHydration queries={queries}>
      <AuditLog start={start} people={people} anchors={anchors} check={check} />
    </QueryHydration>
  );
}
