'use client';

import { PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { PeriodChooser } from '#components/statements/period-chooser.tsx';
import { reconciliationHref } from '#components/statements/statement-links.ts';
import { formatDay } from '#components/ui/format-time.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { tStatements } from '#lib/messages/statements.ts';
import type { ReconciliationView } from '#lib/reconciliation/schema.ts';
import { ImportForm } from './import-form.tsx';
import { ImportList } from './import-list.tsx';
import { LinesTable } from './lines-table.tsx';
import { RecordsTable } from './records-table.tsx';
import { RulesSection } from './rules-section.tsx';
import { StateTotals } from './state-totals.tsx';

/** Bank and wallet lines of a period, and what they are matched with. */
export function ReconciliationPage({ businessId, view }: { businessId: string; view: ReconciliationView }) {
  const { currency, period, timeZone, show, state, transit, mayMatch } = view;
  const { locale } = useLocaleSettings();
  const chosen = { currency, period: period.text };
  const address = { ...chosen, show, state };
  const title =
    state === null
      ? tReconciliation(`items.${show}`)
      : tReconciliation(`items.${show}Of`, { state: tReconciliation(`state.${state}`) });
  return (
    <>
      <PageHeader
        title={tReconciliation('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tReconciliation('description', { zone: timeZone })}
        actions={
          mayMatch && (
            <LinkButton
              prefetch={false}
              href={reconciliationHref(businessId, chosen).replace(
                'reconciliation?',
                'reconciliation/match?',
              )}
            >
              {tReconciliation('matchLines')}
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <PeriodChooser
          businessId={businessId}
          view={view}
          toHref={(code, text) => reconciliationHref(businessId, { currency: code, period: text })}
          label={tReconciliation('show')}
        />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
          {/* On narrow pages the import comes before the long list of what is in transit. */}
          <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
            <StateTotals businessId={businessId} view={view} />
            <Section title={title} flush>
              {show === 'lines' ? (
                <LinesTable businessId={businessId} label={title} view={view} />
              ) : (
                <RecordsTable
                  businessId={businessId}
                  label={title}
                  currency={currency}
                  records={view.records}
                  matches={view.matches}
                  mayMatch={mayMatch}
                />
              )}
            </Section>
            <PageLinks
              page={view}
              toHref={(after) => reconciliationHref(businessId, { ...address, after })}
              first={tReconciliation('items.first')}
              next={tReconciliation('items.next')}
            />
            <div className="flex min-w-0 flex-col gap-6 max-lg:order-last">
              <Section
                title={tReconciliation('transit.title')}
                count={transit.count.toLocaleString(locale)}
                flush={transit.count > 0}
              >
                {transit.count === 0 ? (
                  <p className="text-muted text-sm">{tReconciliation('transit.none')}</p>
                ) : (
                  <>
                    <p className="px-4 py-2 text-muted text-sm">
                      {tReconciliation('transit.text', { day: formatDay(period.to, locale) })}
                    </p>
                    <RecordsTable
                      businessId={businessId}
                      label={tReconciliation('transit.title')}
                      currency={currency}
                      records={transit.rows}
                      matches={[]}
                      mayMatch={false}
                      total={transit.amount}
                    />
                  </>
                )}
              </Section>
              <PageLinks
                page={transit}
                toHref={(transitAfter) => reconciliationHref(businessId, { ...address, transitAfter })}
                first={tReconciliation('transit.first')}
                next={tReconciliation('transit.next')}
              />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            {mayMatch && <ImportForm businessId={businessId} currency={currency} />}
            <RulesSection key={currency} businessId={businessId} view={view} />
            <ImportList
              businessId={businessId}
              imports={view.imports}
              isMatching={view.isMatching}
              mayMatch={mayMatch}
            />
          </div>
        </div>
      </div>
    </>
  );
}

/** Links to the first and the next page of a table. */
function PageLinks({
  page: { isFirst, next },
  toHref,
  first,
  next: nextLabel,
}: {
  page: { readonly isFirst: boolean; readonly next: string | null };
  toHref: (after: string | null) => string;
  first: string;
  next: string;
}) {
  if (isFirst && next === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {!isFirst && (
        <LinkButton prefetch={false} href={toHref(null)}>
          {first}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton prefetch={false} href={toHref(next)}>
          {nextLabel}
        </LinkButton>
      )}
    </div>
  );
}
