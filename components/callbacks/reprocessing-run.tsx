'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { formatCallbackKind, formatVerdict } from '#lib/callbacks/model/verdict.ts';
import { applyDryRunAction, stopReprocessingAction } from '#lib/callbacks/reprocess/actions.ts';
import type { ReprocessingView } from '#lib/callbacks/schema/reprocess.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const tones = { waiting: 'waiting', done: 'good', stopped: 'neutral', failed: 'bad' } as const;

/** Shows one reprocessing run: its progress, its differences and its actions. */
export function ReprocessingRun({ businessId, run }: { businessId: string; run: ReprocessingView }) {
  const { act, isPending } = useAction({ businessId, kind: 'callbacks' });
  const { reprocessingId, dryRunId, state, seen, total, differing, differences, problem } = run;
  const isDry = dryRunId === null;
  const form = { businessId, reprocessingId };
  const canApply = isDry && state === 'done' && differing > 0 && !run.wasApplied;
  return (
    <Section
      title={tReprocess(isDry ? 'run.dry' : 'run.applied')}
      actions={<Badge tone={tones[state]}>{tReprocess(`state.${state}`)}</Badge>}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">
          {tReprocess.rich('run.author', {
            name: run.person,
            time: () => <DateTime at={toUnixSeconds(run.requestedAt)} />,
            selection: describeSelection(run),
          })}
        </p>
        <progress
          aria-label={tReprocess('run.checked')}
          value={state === 'done' ? 1 : seen}
          max={state === 'done' ? 1 : Math.max(total, 1)}
          className="h-1.5 w-full"
        />
        <p>{tReprocess(isDry ? 'run.progress' : 'run.progressApplied', { seen, total, differing })}</p>
        {problem !== null && <p className="text-bad">{problem}</p>}
        {differences.length > 0 && (
          <Disclosure
            title={tReprocess(isDry ? 'run.wouldChange' : 'run.changed')}
            {...(differing > differences.length
              ? { detail: tReprocess('run.firstDifferences', { count: differences.length }) }
              : {})}
          >
            <DataTable
              stacks
              label={tReprocess('run.differences')}
              density="compact"
              sticky={false}
              takesFocus
            >
              <thead>
                <tr>
                  <HeadCell>{tReprocess('columns.record')}</HeadCell>
                  <HeadCell>{tReprocess('columns.part')}</HeadCell>
                  <HeadCell>{tReprocess('columns.stored')}</HeadCell>
                  <HeadCell>{tReprocess('columns.rebuilt')}</HeadCell>
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
              onPress={() =>
                void act(() => stopReprocessingAction(form), { failed: tReprocess('run.notStopped') })
              }
            >
              {tReprocess('run.stop')}
            </Button>
          </div>
        )}
        {canApply && (
          <div>
            <ConfirmDialog
              trigger={<Button variant="primary">{tReprocess('run.apply')}</Button>}
              title={tReprocess('run.applyQuestion', { count: differing })}
              confirmLabel={tReprocess('run.apply')}
              onConfirm={async () =>
                (await act(() => applyDryRunAction(form), { failed: tReprocess('run.notApplied') })) !== null
              }
            >
              {tReprocess('run.applyText')}
            </ConfirmDialog>
          </div>
        )}
        {run.wasApplied && <p className="text-muted">{tReprocess('run.wasApplied')}</p>}
      </div>
    </Section>
  );
}

function describeSelection({ selection }: ReprocessingView): string {
  const { kind, verdict, message, selectedCount } = selection;
  if (selectedCount !== null) return tReprocess('selection.selected', { count: selectedCount });
  if (message !== null) return tReprocess('selection.one');
  return tReprocess('selection.filter', {
    kind: kind === null ? tReprocess('selection.allKinds') : formatCallbackKind(kind),
    verdict: verdict === null ? tReprocess('selection.anyVerdict') : formatVerdict(verdict),
  });
}
