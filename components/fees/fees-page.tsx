'use client';

import type { ReactNode } from 'react';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { PeriodChooser } from '#components/statements/period-chooser.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tFees } from '#lib/messages/fees.ts';
import { tStatements } from '#lib/messages/statements.ts';
import type { FeesView } from '#lib/statements/schema-fees.ts';
import { ChainCosts } from './chain-costs.tsx';
import { FeeChart } from './fee-chart.tsx';
import { feesHref } from './fee-links.ts';
import { Coverage } from './fee-table.tsx';
import { PercentText } from './percent-text.tsx';

/** The costs of a period's deposits: fees, depeg losses and costs of blockchains. */
export function FeesPage({ businessId, view }: { businessId: string; view: FeesView }) {
  const { currency, period, timeZone, total, chainCosts, expired } = view;
  const { locale } = useLocaleSettings();
  const chart = { businessId, view };
  return (
    <>
      <PageHeader
        title={tFees('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tFees('description', { zone: timeZone })}
      />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <PeriodChooser
          businessId={businessId}
          view={view}
          toHref={(code, text) => feesHref(businessId, code, text)}
          label={tFees('show')}
        />
        {expired > 0 && (
          <Banner title={tFees('expired', { count: expired, deposits: expired.toLocaleString(locale) })} />
        )}
        {total.declared > 0 && (
          <p className="text-muted text-sm">
            {tFees('declared', { count: total.declared, deposits: total.declared.toLocaleString(locale) })}
          </p>
        )}
        <Summary
          view={view}
          title={tStatements('table.name', { period: formatPeriod(period, locale), currency })}
        />
        {total.count > 0 && (
          <div className="grid gap-6 min-[106rem]:grid-cols-2">
            <FeeChart {...chart} title={tFees('by.month')} dimension="month" measure="rate" />
            <FeeChart {...chart} title={tFees('by.coin')} dimension="coin" measure="rate" />
            <FeeChart {...chart} title={tFees('by.network')} dimension="network" measure="rate" />
            <FeeChart {...chart} title={tFees('by.band')} dimension="band" measure="rate" />
            <FeeChart {...chart} title={tFees('by.depegCoin')} dimension="coin" measure="depeg" />
            <FeeChart {...chart} title={tFees('by.depegDay')} dimension="day" measure="depeg" />
          </div>
        )}
        <ChainCosts costs={chainCosts} />
      </div>
    </>
  );
}

function Summary({ view: { currency, total }, title }: { view: FeesView; title: string }) {
  const { locale } = useLocaleSettings();
  const { count } = total;
  if (count === 0)
    return (
      <Section title={title}>
        <p className="text-muted text-sm">{tFees('none')}</p>
      </Section>
    );
  return (
    <Section title={title} count={tFees('allDeposits', { n: count, count: count.toLocaleString(locale) })}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure label={tFees('effective')} note={tFees('effectiveNote')}>
          <PercentText percent={total.rate} unknown={tFees('noRate')} />
          <Coverage known={total.rated} count={count} />
        </Figure>
        <Figure label={tFees('serviceFee')}>
          <AmountText amount={total.fee} currency={currency} unknown={tFees('noAmount')} />
          <Coverage known={total.feeKnown} count={count} />
        </Figure>
        <Figure label={tFees('payers')} note={tFees('payersNote')}>
          <AmountText amount={total.distributed} currency={currency} unknown={tFees('noAmount')} />
          {total.payerShare !== null && (
            <span className="block text-muted text-sm">
              <PercentText percent={total.payerShare} unknown={tFees('noRate')} />
            </span>
          )}
          <Coverage known={total.shared} count={count} />
        </Figure>
        <Figure label={tFees('depeg')} note={tFees('depegNote')}>
          <SignedAmount amount={total.depegLoss} currency={currency} unknown={tFees('noAmount')} />
          <Coverage known={total.depegKnown} count={count} />
        </Figure>
      </dl>
    </Section>
  );
}

function Figure({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="text-lg tabular-nums">{children}</dd>
      {note !== undefined && <dd className="text-muted text-xs">{note}</dd>}
    </div>
  );
}
