import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { hashView } from '#components/query/hash-view.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tBusiness } from '#lib/messages/business.ts';
import { BusinessFacts } from './business-facts.tsx';
import { BusinessHistory } from './business-history.tsx';
import type { BusinessData } from './business-refresh.tsx';
import { BusinessRefresh, BusinessRefreshButton } from './business-refresh.tsx';
import { ReadingAge, ReadingFailed } from './reading-age.tsx';
import { TimeZone } from './time-zone.tsx';

/** §2.7: the business as last reported by the service, its age and its changes. Read-only. Only the server renders it. */
export function BusinessPage({
  businessId,
  data,
  mayRefresh,
  maySetTimeZone,
  limits,
  tolerance,
  retention,
  labels,
}: {
  businessId: string;
  data: BusinessData;
  mayRefresh: boolean;
  maySetTimeZone: boolean;
  /** The prices above which a payment needs a second person. */
  limits: ReactNode;
  /** The differences that are no exceptions. */
  tolerance: ReactNode;
  /** Retention times and legal holds. */
  retention: ReactNode;
  /** The business's labels. */
  labels: ReactNode;
}) {
  const { view, history } = data;
  const refresh = mayRefresh && <BusinessRefreshButton businessId={businessId} />;
  return (
    <>
      <PageHeader
        title={tBusiness('title')}
        description={
          <>
            <ReadingAge times={view} /> · <ZoneNote />
          </>
        }
        actions={refresh}
      />
      <PageColumns
        aside={
          <>
            <TimeZone businessId={businessId} timeZone={view.timeZone} mayChange={maySetTimeZone} />
            {limits}
            {tolerance}
            {labels}
            {history.length > 0 && <BusinessHistory changes={history} />}
          </>
        }
      >
        <BusinessRefresh businessId={businessId} renderedHash={hashView(data)} />
        <ReadingFailed times={view} subject={tBusiness('subject')} />
        {view.record === null ? (
          <EmptyState icon={<Building2 aria-hidden />} title={tBusiness('empty.title')} action={refresh}>
            <p>{tBusiness('empty.explanation')}</p>
          </EmptyState>
        ) : (
          <>
            {view.flaws.length > 0 && (
              <Banner tone="attention" title={tBusiness('flaws.title')}>
                {view.flaws.map(({ path, problem }) => tBusiness('flaws.item', { path, problem })).join('; ')}
              </Banner>
            )}
            <BusinessFacts record={view.record} />
            <Section title={tBusiness('asReceived.title')}>
              {view.unnamed.length > 0 && (
                <DescriptionList>
                  {view.unnamed.map(({ name, value }) => (
                    <Fact key={name} label={name} hint={tBusiness('asReceived.unnamed')}>
                      <span className="break-all">{value}</span>
                    </Fact>
                  ))}
                </DescriptionList>
              )}
              <Disclosure title={tBusiness('asReceived.raw')}>
                <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-xs">
                  {view.raw}
                </pre>
              </Disclosure>
            </Section>
          </>
        )}
        {retention}
      </PageColumns>
    </>
  );
}
