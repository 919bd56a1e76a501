import type { Metadata } from 'next';
import { AllStatementsPage } from '#components/statements/all-statements-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tAllStatements } from '#lib/messages/statements.ts';
import { readAllStatements } from '#lib/statements/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const metadata: Metadata = { title: tAllStatements('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'statement.read');
  const { period } = parseStatementQuery(await searchParams);
  const view = await readAllStatements(context, scope.businessId, period);
  return <AllStatementsPage businessId={scope.businessId} view={view} />;
}
