'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tList, tListViews } from '#lib/messages/list.ts';
import { changeViewAction, deleteViewAction, saveViewAction } from '#lib/saved-views/actions.ts';
import type { ListView } from '#lib/saved-views/schema.ts';
import { toViewAddress } from '../query/view-address.ts';
import type { ViewsPanelProps } from './views-props.ts';

/** Edits or deletes a view. `view` is null for a new one. */
export function ViewForm({
  view,
  businessId,
  list,
  current,
  isChanged,
  shown,
  mayShare,
  onDone,
}: ViewsPanelProps & { view: ListView | null; onDone: () => void }) {
  const router = useRouter();
  const [isReplaced, setReplaced] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isOpen = view !== null && current?.viewId === view.viewId;
  const form = useActionForm({
    businessId,
    draft: 'saved-view',
    fields: ['name'],
    subject: view?.viewId ?? `new:${list}`,
    initial: { name: view?.name ?? '', shared: view?.shared ? 'yes' : '' },
    action: ({ name, shared: typed }) => {
      const shared = typed !== '';
      if (view === null) return saveViewAction({ businessId, list, name, query: shown, shared });
      const { viewId, shared: wasShared } = view;
      const query = isReplaced ? shown : null;
      return changeViewAction({ businessId, viewId, wasShared, name, query, shared });
    },
    messages: { failed: tListViews('failed.save') },
    onDone: ({ viewId }) => {
      if (view === null) router.replace(toViewAddress(window.location, shown, viewId), { scroll: false });
      else router.refresh();
      onDone();
    },
  });
  const { draft, isPending } = form;
  const isShared = form.fields.shared !== '';
  const { act, isPending: isDeleting } = useAction({ refresh: true });
  const removeView = async () => {
    if (view === null) return;
    if (view.shared && !isConfirming) return setConfirming(true);
    const done = await act(
      () => deleteViewAction({ businessId, viewId: view.viewId, wasShared: view.shared }),
      { failed: tListViews('failed.delete') },
    );
    if (done === null) return;
    draft.sent();
    onDone();
  };
  return (
    <form
      className="flex w-80 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Button
        size="sm"
        variant="quiet"
        icon={<SpriteIcon name="chevron-left" />}
        onPress={onDone}
        className="self-start"
      >
        {tList('views')}
      </Button>
      <TextField label={tListViews('name')} autoFocus limit={60} {...form.field('name')} />
      {(mayShare || isShared) && (
        <Checkbox
          label={tListViews('share')}
          checked={isShared}
          disabled={!mayShare && !isShared}
          onChange={(event) => form.set({ shared: event.target.checked ? 'yes' : '' })}
        />
      )}
      {isOpen && isChanged && (
        <Checkbox
          label={tListViews('replace')}
          checked={isReplaced}
          onChange={(event) => setReplaced(event.target.checked)}
        />
      )}
      <p className="text-muted text-xs">{tListViews('note')}</p>
      <DraftNotice draft={draft} />
      {isConfirming && (
        <Banner tone="attention" title={tListViews('deleteShared.title')}>
          {tListViews('deleteShared.body')}
        </Banner>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isPending={isPending}>
          {tListViews('save')}
        </Button>
        {view !== null && (
          <Button
            size="sm"
            variant="quiet"
            isPending={isDeleting}
            isDisabled={isPending}
            onPress={() => void removeView()}
          >
            {tListViews(isConfirming ? 'deleteShared.confirm' : 'delete')}
          </Button>
        )}
        {isConfirming && (
          <Button size="sm" variant="quiet" onPress={() => setConfirming(false)}>
            {tListViews('deleteShared.keep')}
          </Button>
        )}
      </div>
    </form>
  );
}
