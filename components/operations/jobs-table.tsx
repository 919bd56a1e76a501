import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Fold } from '#components/ui/fold.tsx';
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
  return hasEnded
    ? { state: 'good', label: tOperations('jobs.done'), help: null }
    : { state: 'unknown', label: tOperations('jobs.started'), help: null };
}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 1_000
    ? tOperations('jobs.milliseconds', { count: String(milliseconds) })
    : tOperations('jobs.seconds', { count: (milliseconds / 1_000).toFixed(1) });

type RatedRun = { readonly run: JobRunView } & ReturnType<typeof describeRun>;

function JobRow({ run, state, label, help }: RatedRun) {
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

/** The last run of each job with its result and duration. Jobs that ran as planned open on demand. */
export function JobsTable({ jobs }: { jobs: readonly JobRunView[] }) {
  const rated = jobs.map((run): RatedRun => ({ run, ...describeRun(run) }));
  const planned = rated.filter(({ state }) => state === 'good');
  return (
    <Section title={tOperations('jobs.title')} count={jobs.length} flush>
      {jobs.length === 0 && <p className="px-4 py-3 text-muted text-sm">{tOperations('jobs.empty')}</p>}
      {planned.length < jobs.length && (
        <Runs label={tOperations('jobs.title')} runs={rated.filter(({ state }) => state !== 'good')} />
      )}
      {planned.length > 0 && (
        <Fold title={tOperations('jobs.planned')} count={planned.length}>
          <Runs label={tOperations('jobs.planned')} runs={planned} />
        </Fold>
      )}
    </Section>
  );
}

function Runs({ label, runs }: { label: string; runs: readonly RatedRun[] }) {
  return (
    <DataTable stacks="flow" label={label} sticky={false} takesFocus>
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
        {runs.map((rated) => (
          <JobRow key={rated.run.job} {...rated} />
        ))}
      </tbody>
    </DataTable>
  );
}
