'use client';

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { businessKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { refreshBusinessAction } from '#lib/businesses/actions.ts';
import type { BusinessChange, BusinessView } from '#lib/businesses/schema.ts';
import { tBusiness } from '#lib/messages/business.ts';
import { BusinessFacts } from './business-facts.tsx';
import { ReadingAge, ReadingFailed } from './reading-age.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { TimeZone } from './time-zone.tsx';

// A new installation has no changes yet.
const History = lazy(() => import('./history.tsx').then((file) => ({ default: file.History })));

type BusinessData = { readonly view: BusinessView; readonly history: readonly BusinessChange[] };

const data = checkFields<BusinessData>(withFields('view', 'history'));

/** §2.7: the business as last reported by the service, its age and its changes. Read-only. */
export function BusinessPage({
  businessId,
  mayRefresh,
  maySetTimeZone,
  limits,
  tolerance,
  retention,
  labels,
}: {
  businessId: string;
  mayRefresh: boolean;
  maySetTimeZone: boolean;
  /** The prices above which a payment needs a second person, rendered on the server. */
  limits: ReactNode;
  /** The differences that are no exceptions, rendered on the server. */
  tolerance: ReactNode;
  /** Retention times and legal holds, rendered on the server. */
  retention: ReactNode;
  /** The business's labels, rendered on the server. */
  labels: ReactNode;
}) {
  const queryKey = businessKey(businessId);
  const queries = useQueryClient();
  const { view, history } = useSuspenseQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/business`, data, signal),
  }).data;
  const refresh = mayRefresh && (
    <RefreshButton
      refresh={() => refreshBusinessAction({ businessId })}
      onView={() => void queries.invalidateQueries({ queryKey })}
    />
  );
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
            {retention}
            {labels}
            {history.length > 0 && (
              <Suspense>
                <History changes={history} />
              </Suspense>
            )}
          </>
        }
      >
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
      </PageColumns>
    </>
  );
}
