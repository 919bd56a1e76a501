'use client';

import { lazy, Suspense, useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tSchedules } from '#lib/messages/schedules.ts';
import { pauseScheduleAction, removeScheduleAction, runScheduleNowAction } from '#lib/schedules/actions.ts';
import type { SchedulesView, ScheduleView } from '#lib/schedules/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { describeReport, describeTiming } from './describe-schedule.ts';
import { RunHistory, RunState } from './run-history.tsx';

const ChangeScheduleForm = lazy(() =>
  import('./schedule-form.tsx').then((file) => ({ default: file.ChangeScheduleForm })),
);

/** A schedule with its runs. */
export function ScheduleSection({
  businessId,
  view,
  schedule,
}: {
  businessId: string;
  view: SchedulesView;
  schedule: ScheduleView;
}) {
  const { name, isPaused, mayChange, nextRunAt, recipients, runs } = schedule;
  const [isChanging, setChanging] = useState(false);
  const [last] = runs;
  return (
    <Section
      title={
        <>
          {ExternalText(name)} {isPaused && <Badge tone="attention">{tSchedules('paused')}</Badge>}
        </>
      }
      actions={
        mayChange &&
        !isChanging && (
          <ScheduleButtons businessId={businessId} schedule={schedule} onChange={() => setChanging(true)} />
        )
      }
    >
      {isChanging ? (
        <Suspense fallback={null}>
          <ChangeScheduleForm
            businessId={businessId}
            view={view}
            schedule={schedule}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-3">
          <DescriptionList wide>
            <Fact label={tSchedules('facts.report')}>{describeReport(schedule)}</Fact>
            <Fact label={tSchedules('facts.when')}>{describeTiming(schedule.timing)}</Fact>
            <Fact label={tSchedules('facts.next')}>
              {nextRunAt === null ? tSchedules('facts.noNext') : <DateTime at={toUnixSeconds(nextRunAt)} />}
            </Fact>
            <Fact label={tSchedules('facts.lastRun')}>
              {last === undefined ? (
                tSchedules('facts.noRun')
              ) : (
                <RunState businessId={businessId} run={last} />
              )}
            </Fact>
            <Fact label={tSchedules('facts.recipients')}>
              {recipients.map((person) => person.name).join(', ')}
            </Fact>
            <Fact label={tSchedules('facts.createdBy')}>{schedule.createdBy}</Fact>
          </DescriptionList>
          {runs.length > 0 && <RunHistory businessId={businessId} name={name} runs={runs} />}
        </div>
      )}
    </Section>
  );
}

function ScheduleButtons({
  businessId,
  schedule: { scheduleId, name, isPaused },
  onChange,
}: {
  businessId: string;
  schedule: ScheduleView;
  onChange: () => void;
}) {
  const { act, isPending } = useAction({ refresh: true });
  const removal = useAction({ refresh: true, inForm: true });
  return (
    <>
      <Button
        size="sm"
        isPending={isPending}
        aria-label={tSchedules('runNowNamed', { name })}
        onPress={() =>
          void act(() => runScheduleNowAction({ businessId, scheduleId }), {
            failed: tSchedules('notStarted'),
            done: tSchedules('started'),
          })
        }
      >
        {tSchedules('runNow')}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        isPending={isPending}
        aria-label={tSchedules(isPaused ? 'resumeNamed' : 'pauseNamed', { name })}
        onPress={() =>
          void act(() => pauseScheduleAction({ businessId, scheduleId, isPaused: !isPaused }), {
            failed: tSchedules('notChanged'),
            done: tSchedules(isPaused ? 'resumed' : 'pausedDone'),
          })
        }
      >
        {tSchedules(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button size="sm" variant="quiet" aria-label={tSchedules('changeNamed', { name })} onPress={onChange}>
        {tSchedules('change')}
      </Button>
      <ConfirmDialog
        danger
        trigger={
          <Button size="sm" variant="quiet" aria-label={tSchedules('removeNamed', { name })}>
            {tSchedules('remove')}
          </Button>
        }
        title={tSchedules('removeTitle')}
        confirmLabel={tSchedules('remove')}
        problem={<ProblemNote problem={removal.problem} />}
        onConfirm={async () =>
          (await removal.act(() => removeScheduleAction({ businessId, scheduleId }), {
            failed: tSchedules('notRemoved'),
            done: () => tSchedules('removed'),
          })) !== null
        }
      >
        <p>{tSchedules('removeText')}</p>
      </ConfirmDialog>
    </>
  );
}
