'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { Time } from '#components/ui/time.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import { instant, toUnixSeconds } from '#lib/values/instant.ts';
import { copyNowAction, removeWarehouseAction } from '#lib/warehouse/actions.ts';
import type { WarehouseRun, WarehouseView } from '#lib/warehouse/schema.ts';
import { WarehouseForm } from './warehouse-form.tsx';

/** The storage that gets a copy of all records each night, and its last copy. */
export function WarehousePage({ businessId, view }: { businessId: string; view: WarehouseView }) {
  const { settings } = view;
  return (
    <>
      <PageHeader
        title={tWarehouse('title')}
        description={tWarehouse('description')}
        back={{ href: `/${businessId}/settings`, label: tSettings('title') }}
      />
      <PageBody>
        <Section title={tWarehouse('settings')}>
          <WarehouseForm key={JSON.stringify(settings)} businessId={businessId} settings={settings} />
        </Section>
        {settings !== null && <LastCopy businessId={businessId} view={view} />}
      </PageBody>
    </>
  );
}

function CopyState({ run: { startedAt, endedAt, problem } }: { run: WarehouseRun }) {
  const at = (time: number) => () => <Time key="at" at={toUnixSeconds(instant(time))} />;
  if (problem !== null)
    return <Badge tone="bad">{tWarehouse(endedAt === null ? 'last.retrying' : 'last.failed')}</Badge>;
  return endedAt === null ? (
    <Badge tone="neutral">{tWarehouse.rich('last.running', { time: at(startedAt) })}</Badge>
  ) : (
    <Badge tone="good">{tWarehouse.rich('last.done', { time: at(endedAt) })}</Badge>
  );
}

function LastCopy({ businessId, view: { run, nextRunAt } }: { businessId: string; view: WarehouseView }) {
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const [removes, setRemoves] = useState(false);
  return (
    <Section
      title={tWarehouse('last.title')}
      titleId="last-copy"
      actions={
        <>
          <Button
            size="sm"
            isPending={isPending}
            onPress={() =>
              void act(() => copyNowAction({ businessId }), {
                failed: tWarehouse('copyNow.failed'),
                done: tWarehouse('copyNow.done'),
              })
            }
          >
            {tWarehouse('copyNow.button')}
          </Button>
          <Button size="sm" onPress={() => setRemoves(true)}>
            {tWarehouse('remove.button')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {run === null ? (
          <p>{tWarehouse('last.none')}</p>
        ) : (
          <p className="flex flex-wrap items-center gap-2">
            <CopyState run={run} />
            <code className="break-all font-mono">{run.runId}</code>
          </p>
        )}
        {run !== null && run.problem !== null && (
          <p className="text-bad">
            {tWarehouse(`problem.${run.problem.kind}`, { detail: run.problem.detail })}
          </p>
        )}
        <p className="text-muted">
          {nextRunAt === null
            ? tWarehouse('last.stopped')
            : tWarehouse.rich('last.next', {
                time: () => <Time key="next" at={toUnixSeconds(nextRunAt)} />,
              })}
        </p>
        {run !== null && run.files.length > 0 && <Files run={run} />}
      </div>
      <ConfirmDialog
        isOpen={removes}
        onOpenChange={setRemoves}
        title={tWarehouse('remove.title')}
        confirmLabel={tWarehouse('remove.confirm')}
        danger
        onConfirm={async () =>
          (await act(() => removeWarehouseAction({ businessId }), {
            failed: tWarehouse('remove.failed'),
            done: tWarehouse('remove.done'),
          })) !== null
        }
      >
        {tWarehouse('remove.detail')}
      </ConfirmDialog>
    </Section>
  );
}

function Files({ run: { files } }: { run: WarehouseRun }) {
  return (
    <DataTable stacks labelledBy="last-copy" sticky={false}>
      <thead>
        <tr>
          <HeadCell>{tWarehouse('last.file')}</HeadCell>
          <HeadCell numeric>{tWarehouse('last.rows')}</HeadCell>
          <HeadCell numeric>{tWarehouse('last.size')}</HeadCell>
          <HeadCell>{tWarehouse('last.hash')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {files.map(({ name, rows, bytes, sha256 }) => (
          <Row key={name}>
            <Cell>{name}</Cell>
            <Cell numeric>
              <LocaleNumber value={rows} />
            </Cell>
            <Cell numeric>
              <LocaleNumber value={bytes} /> B
            </Cell>
            <Cell>
              <Identifier value={sha256} name={tWarehouse('last.hash')} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
