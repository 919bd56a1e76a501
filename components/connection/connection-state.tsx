import { Banner } from '#components/ui/banner.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { AssumptionCounts, CheckView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { CheckSection } from './check-section.tsx';

/** Says in one card if the connection works, and what is uncertain. People who don't manage it open the checks here. */
export function ConnectionState({
  checks,
  counts,
  showChecks,
}: {
  checks: readonly CheckView[];
  counts: AssumptionCounts;
  /** Shows the checks inside. */
  showChecks: boolean;
}) {
  const failed = checks.filter(({ state }) => state === 'bad').length;
  const uncertain = checks.filter(({ state }) => state === 'attention' || state === 'unknown').length;
  return (
    <Banner
      tone={failed > 0 ? 'bad' : uncertain > 0 ? 'attention' : 'good'}
      title={
        failed > 0
          ? tConnection('state.failed', { count: failed })
          : uncertain > 0
            ? tConnection('state.uncertain', { count: uncertain })
            : tConnection('state.good')
      }
    >
      <p>{tConnection('state.unchecked', { unchecked: counts.unchecked, all: counts.all })}</p>
      <p>{tConnection('state.changed', { changed: counts.changed, contradicted: counts.contradicted })}</p>
      {showChecks && (
        <div className="pt-2">
          <Disclosure title={tConnection('checks.title')}>
            <CheckSection title={tConnection('checks.title')} checks={checks} mayManage={false} />
          </Disclosure>
        </div>
      )}
    </Banner>
  );
}
