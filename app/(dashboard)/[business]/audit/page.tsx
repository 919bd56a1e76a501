import type { Metadata } from 'next';
import { AuditPage } from '#components/audit/audit-page.tsx';
import { listAudit } from '#lib/audit/index.ts';
import { auditQuery } from '#lib/audit/schema.ts';
import { hiddenPageAccess } from '../hidden-page-access.ts';

export const metadata: Metadata = { title: 'Audit' };

type Given = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Given) {
  const { context, scope } = await hiddenPageAccess((await params).business, 'audit.read');
  const query = auditQuery.parse(await searchParams);
  const page = await listAudit(context, scope.businessId, query);
  return <AuditPage businessId={scope.businessId} query={query} page={page} />;
}
