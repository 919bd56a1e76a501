'use client';

import { Webhook } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { callbackColumns } from './callback-columns.tsx';

const preview: ListPreview = {
  noun: 'Callback',
  path: 'callbacks',
  wide: true,
  Preview: lazy(() => import('./callback-preview.tsx').then((file) => ({ default: file.CallbackPreview }))),
};
const Tally = lazy(() => import('./verdict-tally.tsx').then((file) => ({ default: file.VerdictTally })));
const Picked = lazy(() =>
  import('./selected-callbacks.tsx').then((file) => ({ default: file.SelectedCallbacks })),
);

/** Everything that came to the callback addresses, a line for each content. */
export function CallbacksList({ start, mayManage }: { start: ListStart<CallbackRow>; mayManage: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title="Callbacks"
      description={
        <>
          What the service sent, one line for each content; repeats are counted.{' '}
          <TextLink href={`${base}/callbacks/refused`}>Refused ones</TextLink>
        </>
      }
      spec={callbackList}
      start={start}
      columns={callbackColumns(base)}
      idOf={(row) => row.messageId}
      hrefOf={(row) => `${base}/callbacks/${row.reference}`}
      markOf={(row) => row.lastReceivedAt + row.revision}
      preview={preview}
      tally={Tally}
      {...(mayManage && { bulk: Picked })}
      nameOf={(row) => (row.sha256 ?? row.messageId).slice(0, 12)}
      searchFor="payment, deposit, withdrawal, hash"
      actions={mayManage && <LinkButton href={`${base}/callbacks/reprocess`}>Reprocess</LinkButton>}
      firstRun={
        <FirstRun icon={<Webhook aria-hidden />} title="No callbacks yet">
          <p>
            The service tells of deposits and withdrawals by callbacks to this business’s addresses. Each is
            kept here as it came, with what it changed.
          </p>
        </FirstRun>
      }
    />
  );
}
