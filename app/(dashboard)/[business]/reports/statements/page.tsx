import type { Metadata } from 'next';
import { StatementPage } from '#components/statements/statement-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { readStatement } from '#lib/statements/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const metadata: Metadata = { title: tStatements('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'statement.read');
  const view = await readStatement(context, scope.businessId, parseStatementQuery(await searchParams));
  return <StatementPage businessId={scope.businessId} view={view} />;
}
