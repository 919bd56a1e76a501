import type { Metadata } from 'next';
import { StatementRowsPage } from '#components/statements/statement-rows-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { readStatementRows } from '#lib/statements/index.ts';
import { parseRowsQuery } from '#lib/statements/schema.ts';

export const metadata: Metadata = { title: tStatements('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'statement.read');
  const view = await readStatementRows(context, scope.businessId, parseRowsQuery(await searchParams));
  return (
    <StatementRowsPage
      businessId={scope.businessId}
      view={view}
      mayClose={scope.may('period.close')}
      mayRead={scope.may('read')}
    />
  );
}
