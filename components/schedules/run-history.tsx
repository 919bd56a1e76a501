import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import type { RunView, RunState as State } from '#lib/schedules/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const tones: Record<State, Tone> = {
  waiting: 'waiting',
  producing: 'waiting',
  mailing: 'waiting',
  done: 'good',
  failed: 'bad',
};

/** The state of a run, and when it started. */
export function RunState({ businessId, run }: { businessId: string; run: RunView }) {
  const { state, startedAt } = run;
  return (
    <>
      <Badge tone={tones[state]}>{tSchedules(`state.${state}`)}</Badge> <Time at={toUnixSeconds(startedAt)} />{' '}
      <WithoutRate businessId={businessId} run={run} />
    </>
  );
}

/** Counts the entries that accounting files leave out, with a link to where their rate is entered. */
function WithoutRate({ businessId, run: { withoutRate } }: { businessId: string; run: RunView }) {
  if (withoutRate === null) return null;
  return (
    <TextLink prefetch={false} className="block text-xs" href={`/${businessId}/${withoutRate.path}`}>
      {tSchedules('history.withoutRate', { count: withoutRate.count })}
    </TextLink>
  );
}

/** The newest runs of a schedule, and how each recipient got the link. */
export function RunHistory({
  businessId,
  name,
  runs,
}: {
  businessId: string;
  name: string;
  runs: readonly RunView[];
}) {
  return (
    <Disclosure
      title={tSchedules('history.title')}
      detail={tSchedules('history.count', { count: runs.length })}
    >
      <DataTable stacks label={tSchedules('history.named', { name })} sticky={false}>
        <thead>
          <tr>
            <HeadCell>{tSchedules('history.started')}</HeadCell>
            <HeadCell>{tSchedules('history.by')}</HeadCell>
            <HeadCell>{tSchedules('history.result')}</HeadCell>
            <HeadCell>{tSchedules('history.recipients')}</HeadCell>
            <HeadCell>{tSchedules('history.link')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.runId}>
              <Cell>
                <DateTime at={toUnixSeconds(run.startedAt)} />
              </Cell>
              <Cell>{run.requestedBy ?? tSchedules('history.schedule')}</Cell>
              <Cell className="py-1.5">
                <Badge tone={tones[run.state]}>{tSchedules(`state.${run.state}`)}</Badge>
                {run.problem !== null && (
                  <span className="block text-muted text-xs">{tSchedules(`problem.${run.problem}`)}</span>
                )}
                <WithoutRate businessId={businessId} run={run} />
              </Cell>
              <Cell className="py-1.5">
                {run.recipients.map(({ personId, name: recipient, delivery }) => (
                  <span key={personId} className="block">
                    {tSchedules('history.delivery', {
                      name: recipient,
                      delivery: tSchedules(`delivery.${delivery}`),
                    })}
                  </span>
                ))}
              </Cell>
              <Cell>
                {run.isMine && (
                  <TextLink prefetch={false} href={`/${businessId}/reports/schedules/${run.runId}`}>
                    {tSchedules('history.open')}
                  </TextLink>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Disclosure>
  );
}
