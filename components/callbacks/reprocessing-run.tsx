'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { applyDryRunAction, stopReprocessingAction } from '#lib/callbacks/reprocess/actions.ts';
import type { ReprocessingView } from '#lib/callbacks/schema/reprocess.ts';
import { inSeconds } from '#lib/values/instant.ts';

const states = {
  waiting: { word: 'Under way', tone: 'waiting' },
  done: { word: 'Done', tone: 'good' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'bad' },
} as const;

/** One reprocessing: how far it is, what differs, and what can be done with it. */
export function ReprocessingRun({ businessId, run }: { businessId: string; run: ReprocessingView }) {
  const { act, isPending } = useAction(businessId, 'callbacks');
  const { reprocessingId, dryRunId, state, seen, total, differing, differences, problem } = run;
  const isDry = dryRunId === null;
  const given = { businessId, reprocessingId };
  const canApply = isDry && state === 'done' && differing > 0 && !run.wasApplied;
  return (
    <Section
      title={isDry ? 'Dry run' : 'Applied run'}
      actions={<Badge tone={states[state].tone}>{states[state].word}</Badge>}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">
          By {run.person}, <DateTime at={inSeconds(run.requestedAt)} />: {inWords(run)}
        </p>
        <progress
          aria-label="Callbacks looked at"
          value={state === 'done' ? 1 : seen}
          max={state === 'done' ? 1 : Math.max(total, 1)}
          className="h-1.5 w-full max-w-form accent-accent"
        />
        <p>
          {seen} of {total} looked at, {differing === 0 ? 'nothing differs' : `${differing} differences`}
          {isDry ? '' : differing === 0 ? '' : ', mended'}.
        </p>
        {problem !== null && <p className="text-bad">{problem}</p>}
        {differences.length > 0 && (
          <Disclosure
            title={isDry ? 'What would change' : 'What was changed'}
            {...(differing > differences.length ? { detail: `the first ${differences.length}` } : {})}
          >
            <DataTable label="Differences" density="compact" sticky={false} takesFocus>
              <thead>
                <tr>
                  <HeadCell>Record</HeadCell>
                  <HeadCell>Part</HeadCell>
                  <HeadCell>Held</HeadCell>
                  <HeadCell>By today’s reading</HeadCell>
                </tr>
              </thead>
              <tbody>
                {differences.map((one) => (
                  <Row key={`${one.record} ${one.path} ${one.rebuilt}`}>
                    <Cell className="font-mono text-xs">{one.record}</Cell>
                    <Cell className="font-mono text-xs">{one.path}</Cell>
                    <Cell className="max-w-80 whitespace-normal break-all text-xs">{one.held}</Cell>
                    <Cell className="max-w-80 whitespace-normal break-all text-xs">{one.rebuilt}</Cell>
                  </Row>
                ))}
              </tbody>
            </DataTable>
          </Disclosure>
        )}
        {state === 'waiting' && (
          <div>
            <Button
              isPending={isPending}
              onPress={() => void act(() => stopReprocessingAction(given), { failed: 'It was not stopped' })}
            >
              Stop
            </Button>
          </div>
        )}
        {canApply && (
          <div>
            <ConfirmDialog
              trigger={<Button variant="primary">Apply</Button>}
              title={`Apply what this dry run showed to ${differing === 1 ? 'one place' : `${differing} places`}?`}
              confirmLabel="Apply"
              onConfirm={async () =>
                (await act(() => applyDryRunAction(given), { failed: 'It was not applied' })) !== null
              }
            >
              Records are made what the stored bytes give. The bytes stay as they are, and each change is in
              the audit log.
            </ConfirmDialog>
          </div>
        )}
        {run.wasApplied && <p className="text-muted">It was applied.</p>}
      </div>
    </Section>
  );
}

function inWords({ selection }: ReprocessingView): string {
  const { kind, verdict, message, picked } = selection;
  if (picked !== null) return picked === 1 ? 'one picked callback' : `${picked} picked callbacks`;
  if (message !== null) return 'one callback';
  return [kind ?? 'all kinds', verdict ?? 'any verdict'].join(', ');
}
