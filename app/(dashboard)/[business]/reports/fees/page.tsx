import type { Metadata } from 'next';
import { FeesPage } from '#components/fees/fees-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tFees } from '#lib/messages/fees.ts';
import { readFees } from '#lib/statements/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const metadata: Metadata = { title: tFees('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const view = await readFees(context, scope.businessId, parseStatementQuery(await searchParams));
  return <FeesPage businessId={scope.businessId} view={view} />;
}
