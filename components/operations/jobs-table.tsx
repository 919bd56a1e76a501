import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { CheckState } from '#lib/connection/schema.ts';
import { tOperations } from '#lib/messages/operations.ts';
import { failuresBeforeAlarm } from '#lib/operations/model.ts';
import type { JobRunView } from '#lib/operations/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { StatusMark } from './status-mark.tsx';

/** Rates the last run of a job, with what to do about it. */
function describeRun({ failures, failure, requestId, isLate, hasEnded }: JobRunView): {
  readonly state: CheckState;
  readonly label: string;
  readonly help: string | null;
} {
  if (failures > 0)
    return {
      state: failures >= failuresBeforeAlarm ? 'bad' : 'attention',
      label: tOperations('jobs.failed', { count: failures }),
      help: tOperations('jobs.failedHelp', { failure: failure ?? '', requestId }),
    };
  if (isLate)
    return { state: 'attention', label: tOperations('jobs.late'), help: tOperations('jobs.lateHelp') };
  return { state: 'good', label: tOperations(hasEnded ? 'jobs.done' : 'jobs.started'), help: null };
}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 1_000
    ? tOperations('jobs.milliseconds', { count: String(milliseconds) })
    : tOperations('jobs.seconds', { count: (milliseconds / 1_000).toFixed(1) });

function JobRow({ run }: { run: JobRunView }) {
  const { state, label, help } = describeRun(run);
  return (
    <Row>
      <Cell className="font-medium">{run.job}</Cell>
      <Cell className="whitespace-normal py-1.5">
        <StatusMark state={state} label={label} />
        {help !== null && <p className="wrap-anywhere text-muted text-xs">{help}</p>}
      </Cell>
      <Cell numeric>{run.hasEnded && formatDuration(run.milliseconds)}</Cell>
      <Cell numeric>
        {run.succeededAt === null ? tOperations('jobs.never') : <Time at={toUnixSeconds(run.succeededAt)} />}
      </Cell>
      <Cell numeric>
        <Time at={toUnixSeconds(run.endedAt)} />
      </Cell>
    </Row>
  );
}

/** The last run of each job with its result and duration. */
export function JobsTable({ jobs }: { jobs: readonly JobRunView[] }) {
  return (
    <Section title={tOperations('jobs.title')} titleId="jobs" count={jobs.length} flush>
      {jobs.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{tOperations('jobs.empty')}</p>
      ) : (
        <DataTable stacks labelledBy="jobs" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tOperations('jobs.job')}</HeadCell>
              <HeadCell>{tOperations('jobs.result')}</HeadCell>
              <HeadCell numeric>{tOperations('jobs.duration')}</HeadCell>
              <HeadCell numeric>{tOperations('jobs.succeeded')}</HeadCell>
              <HeadCell numeric>{tOperations('jobs.last')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {jobs.map((run) => (
              <JobRow key={run.job} run={run} />
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
