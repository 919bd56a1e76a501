import { CheckSection } from '#components/connection/check-section.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import type { CheckView, StatusView } from '#lib/connection/schema.ts';
import { tOperations } from '#lib/messages/operations.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CheckAgain } from './check-again.tsx';
import { JobsTable } from './jobs-table.tsx';
import { PartsTable } from './parts-table.tsx';
import { QueuesTable } from './queues-table.tsx';
import { StatusMark } from './status-mark.tsx';

/** The worst state of the checks in a few words. */
function Summary({ checks }: { checks: readonly CheckView[] }) {
  const failed = checks.filter(({ state }) => state === 'bad').length;
  const warnings = checks.filter(({ state }) => state === 'attention').length;
  if (failed + warnings === 0) return <StatusMark state="good" label={tOperations('summary.good')} />;
  return (
    <span className="flex flex-wrap gap-x-3">
      {failed > 0 && <StatusMark state="bad" label={tOperations('summary.failed', { count: failed })} />}
      {warnings > 0 && (
        <StatusMark state="attention" label={tOperations('summary.warnings', { count: warnings })} />
      )}
    </span>
  );
}

/** The Status page: checks, parts, jobs and queues, each with its next step. */
export function StatusPage({ view: { checkedAt, checks, parts, jobs, queues } }: { view: StatusView }) {
  return (
    <>
      <PageHeader
        title={tOperations('title')}
        mark={
          <span className="text-sm">
            <Summary checks={checks} />
          </span>
        }
        description={tOperations.rich('description', {
          time: () => <Time at={toUnixSeconds(checkedAt)} />,
          zone: () => <ZoneNote />,
        })}
        actions={<CheckAgain />}
      />
      <PageBody>
        <CheckSection title={tOperations('checks')} checks={checks} mayManage folds />
        <PartsTable parts={parts} />
        <JobsTable jobs={jobs} />
        <QueuesTable queues={queues} />
      </PageBody>
    </>
  );
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => `row-${index}`);

/** The page while the checks run. They take two seconds where no notifications arrive. */
export function StatusSkeleton() {
  return (
    <>
      <PageHeader title={tOperations('title')} />
      <PageBody>
        <div role="status" aria-label={tOperations('loading')}>
          <Section title={tOperations('checks')}>
            <div aria-hidden className="flex flex-col gap-4">
              {skeletonRows.map((key) => (
                <Skeleton key={key} className="h-3 w-full" />
              ))}
            </div>
          </Section>
        </div>
      </PageBody>
    </>
  );
}
