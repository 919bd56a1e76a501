'use client';

import { Webhook } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';
import { callbackColumns } from './callback-columns.tsx';
import { SelectedCallbacks } from './selected-callbacks.tsx';
import { VerdictCounts } from './verdict-counts.tsx';

const preview: ListPreview = {
  noun: tCallbacks('noun'),
  path: 'callbacks',
  wide: true,
  Preview: lazy(() => import('./callback-preview.tsx').then((file) => ({ default: file.CallbackPreview }))),
};

/** Lists everything that the callback addresses received, one row per content. */
export function CallbacksList({ start, mayManage }: { start: ListStart; mayManage: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title={tCallbacks('title')}
      description={tCallbacks.rich('description', {
        link: (text) => <TextLink href={`${base}/callbacks/refused`}>{text}</TextLink>,
      })}
      spec={callbackList}
      start={start}
      columns={callbackColumns(base)}
      getId={(row) => row.messageId}
      getHref={(row) => `${base}/callbacks/${row.reference}`}
      getMark={(row) => row.lastReceivedAt + row.revision}
      preview={preview}
      counts={VerdictCounts}
      {...(mayManage && { bulk: SelectedCallbacks })}
      getName={(row) => (row.sha256 ?? row.messageId).slice(0, 12)}
      searchFor={tCallbacks('search')}
      actions={
        mayManage && <LinkButton href={`${base}/callbacks/reprocess`}>{tCallbacks('reprocess')}</LinkButton>
      }
      firstRun={
        <EmptyState icon={<Webhook aria-hidden />} title={tCallbacks('firstRun.title')}>
          <p>{tCallbacks('firstRun.text')}</p>
        </EmptyState>
      }
    />
  );
}
