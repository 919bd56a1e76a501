import type { Metadata } from 'next';
import { RatesPage } from '#components/rates/rates-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tRates } from '#lib/messages/fees.ts';
import { readRates } from '#lib/statements/index.ts';
import { parseRatesQuery } from '#lib/statements/schema-rates.ts';

export const metadata: Metadata = { title: tRates('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const view = await readRates(context, scope.businessId, parseRatesQuery(await searchParams));
  return <RatesPage businessId={scope.businessId} view={view} />;
}
