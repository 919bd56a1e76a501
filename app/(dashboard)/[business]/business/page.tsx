import type { Metadata } from 'next';
import { LabelVocabulary } from '#components/annotations/label-vocabulary.tsx';
import { BusinessPage } from '#components/business/business-page.tsx';
import { LimitsSection } from '#components/creation-limits/limits-section.tsx';
import { ToleranceSection } from '#components/exceptions/tolerance-section.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { businessKey } from '#components/query/query-keys.ts';
import { HoldsSection } from '#components/retention/holds-section.tsx';
import { RetentionSection } from '#components/retention/retention-section.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listLabelUses } from '#lib/annotations/index.ts';
import { readBusinessHistory, readBusinessView } from '#lib/businesses/index.ts';
import { readLimits } from '#lib/creation-limits/index.ts';
import { readTolerance } from '#lib/exceptions/index.ts';
import { tShellPages } from '#lib/messages/search.ts';
import { readRetention } from '#lib/retention/index.ts';

export const metadata: Metadata = { title: tShellPages('page.business') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const [view, history, labels, limits, tolerance, retention] = await Promise.all([
    readBusinessView(context, scope.businessId),
    readBusinessHistory(context, scope.businessId),
    listLabelUses(context, scope.businessId),
    readLimits(context, scope.businessId),
    readTolerance(context, scope.businessId),
    scope.may('risk.read') ? readRetention(context, scope.businessId) : null,
  ]);
  const data = { view, history };
  const query = { queryKey: businessKey(scope.businessId), data, at: context.clock.now() };
  return (
    <QueryHydration queries={[query]}>
      <BusinessPage
        businessId={scope.businessId}
        data={data}
        mayRefresh={scope.may('business.refresh')}
        maySetTimeZone={scope.may('connection.manage')}
        limits={<LimitsSection businessId={scope.businessId} initial={limits} />}
        tolerance={
          <ToleranceSection
            businessId={scope.businessId}
            initial={tolerance}
            mayChange={scope.may('connection.manage')}
          />
        }
        retention={
          retention && (
            <>
              <RetentionSection businessId={scope.businessId} initial={retention} />
              <HoldsSection businessId={scope.businessId} initial={retention} />
            </>
          )
        }
        labels={
          <LabelVocabulary
            businessId={scope.businessId}
            labels={labels}
            mayChange={scope.may('label.manage')}
          />
        }
      />
    </QueryHydration>
  );
}
