import type { ReactNode } from 'react';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { BasisSection } from './basis-section.tsx';
import { CloseSection } from './close-section.tsx';
import { OpeningSection } from './opening-section.tsx';
import { PeriodChooser } from './period-chooser.tsx';
import { ProofsSection } from './proofs-section.tsx';
import { RefundTable } from './refund-table.tsx';
import { SettlementSection } from './settlement-section.tsx';
import { StatementDownloads } from './statement-downloads.tsx';
import { StatementTable } from './statement-table.tsx';

const Notice = ({ children }: { children: ReactNode }) => <Banner title={children} />;

/** The statement of a settlement currency and a period. */
export function StatementPage({ businessId, view }: { businessId: string; view: StatementView }) {
  const { figures, period, currencies, closed, laterFacts } = view;
  const { currency, timeZone, beginsAt, endsAt } = figures;
  const key = `${currency} ${period.text}`;
  const exportHref = `/api/businesses/${businessId}/statements/export?currency=${encodeURIComponent(currency)}&period=${period.text}`;
  return (
    <>
      <PageHeader
        title={tStatements('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tStatements('description', { zone: timeZone })}
        actions={view.mayExport && <StatementDownloads href={exportHref} />}
      />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <PeriodChooser businessId={businessId} view={{ currency, currencies, period }} />
        {figures.opening === null && <Notice>{tStatements('noOpening')}</Notice>}
        {figures.countsCallbacks && <Notice>{tStatements('countsCallbacks')}</Notice>}
        {view.basis.isConfigured && <Notice>{tStatements('configured')}</Notice>}
        {figures.withoutCurrency > 0 && (
          <Notice>
            {tStatements('withoutCurrency', {
              count: figures.withoutCurrency,
              deposits: String(figures.withoutCurrency),
            })}
          </Notice>
        )}
        {closed !== null && laterFacts > 0 && (
          <Notice>{tStatements('close.later', { count: laterFacts, facts: String(laterFacts) })}</Notice>
        )}
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <StatementTable businessId={businessId} view={view} />
            {timeZone !== 'UTC' && (
              <p className="text-muted text-xs">{tStatements('bounds', { from: beginsAt, to: endsAt })}</p>
            )}
            <RefundTable figures={figures} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <ProofsSection businessId={businessId} view={view} />
            <CloseSection key={`close ${key}`} businessId={businessId} view={view} />
            <OpeningSection key={`opening ${key}`} businessId={businessId} view={view} />
            {view.mayClose && (
              <SettlementSection key={`settlement ${key}`} businessId={businessId} currency={currency} />
            )}
            <BasisSection businessId={businessId} view={view} />
          </div>
        </div>
      </div>
    </>
  );
}
