'use client';

import { PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { PeriodChooser } from '#components/statements/period-chooser.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tFees, tRates } from '#lib/messages/fees.ts';
import { tStatements } from '#lib/messages/statements.ts';
import type { RatesView } from '#lib/statements/schema-rates.ts';
import { ratesHref } from './rates-href.ts';
import { RatesTable } from './rates-table.tsx';
import { ToleranceField } from './tolerance-field.tsx';

/** Deposits of a period in their currencies. Those with an unusual rate come first. */
export function RatesPage({ businessId, view }: { businessId: string; view: RatesView }) {
  const { currency, period, timeZone, tolerance, count, outliers, unknown, declared, isFirst, next } = view;
  const { locale } = useLocaleSettings();
  const address = { currency, period: period.text, tolerance };
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <>
      <PageHeader
        title={tRates('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tRates('description', { zone: timeZone })}
      />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <PeriodChooser
          businessId={businessId}
          view={view}
          toHref={(code, text) => ratesHref(businessId, { currency: code, period: text, tolerance })}
          label={tRates('show')}
        />
        <ToleranceField key={JSON.stringify(address)} businessId={businessId} {...address} />
        <Section
          title={tRates('table', { period: formatPeriod(period, locale), currency })}
          flush={count > 0}
        >
          {count === 0 ? (
            <p className="text-muted text-sm">{tRates('none')}</p>
          ) : (
            <>
              <p className="px-4 py-3 text-muted text-sm" suppressHydrationWarning>
                {tRates('summary', {
                  outliers: number(outliers),
                  count: number(count),
                  unknown: number(unknown),
                  tolerance: Number(tolerance).toLocaleString(locale, { maximumFractionDigits: 4 }),
                })}{' '}
                {declared > 0 && tFees('declared', { count: declared, deposits: number(declared) })}
              </p>
              <RatesTable businessId={businessId} view={view} />
            </>
          )}
        </Section>
        <div className="flex flex-wrap gap-2">
          {!isFirst && (
            <LinkButton href={ratesHref(businessId, address)} prefetch={false}>
              {tRates('first')}
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton href={ratesHref(businessId, { ...address, after: next })} prefetch={false}>
              {tRates('next')}
            </LinkButton>
          )}
        </div>
      </div>
    </>
  );
}
