'use client';

import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tListViews } from '#lib/messages/list-views.ts';
import { changeViewAction, deleteViewAction, saveViewAction } from '#lib/saved-views/actions.ts';
import type { ListView } from '#lib/saved-views/schema.ts';
import { toViewAddress } from '../query/view-address.ts';
import { useViewAction } from './use-view-action.ts';
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
  const { act, isPending, errors } = useViewAction(['name']);
  const initial = { name: view?.name ?? '', shared: view?.shared ? 'yes' : '' };
  const [fields, setFields] = useState(initial);
  const { name } = fields;
  const shared = fields.shared !== '';
  const draft = useDraft({
    businessId,
    form: 'saved-view',
    subject: view?.viewId ?? `new:${list}`,
    values: fields,
    initial,
    fill: (kept) =>
      setFields({ name: kept['name'] ?? initial.name, shared: kept['shared'] ?? initial.shared }),
  });
  const [isReplaced, setReplaced] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isOpen = view !== null && current?.viewId === view.viewId;
  const save = async () => {
    const failureTitle = tListViews('failed.save');
    const done = await (view === null
      ? act(
          () => saveViewAction({ businessId, list, name, query: shown, shared }),
          failureTitle,
          ({ viewId }) => toViewAddress(window.location, shown, viewId),
        )
      : act(
          () =>
            changeViewAction({
              businessId,
              viewId: view.viewId,
              wasShared: view.shared,
              name,
              query: isReplaced ? shown : null,
              shared,
            }),
          failureTitle,
        ));
    if (!done) return;
    draft.sent();
    onDone();
  };
  const remove = async () => {
    if (view === null) return;
    if (view.shared && !isConfirming) return setConfirming(true);
    const done = await act(
      () => deleteViewAction({ businessId, viewId: view.viewId, wasShared: view.shared }),
      tListViews('failed.delete'),
    );
    if (!done) return;
    draft.sent();
    onDone();
  };
  return (
    <form
      className="flex w-80 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Button
        size="sm"
        variant="quiet"
        icon={<ChevronLeft aria-hidden />}
        onPress={onDone}
        className="self-start"
      >
        {tListViews('views')}
      </Button>
      <TextField
        label={tListViews('name')}
        autoFocus
        value={name}
        limit={60}
        error={errors['name']?.[0]}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
      />
      {(mayShare || shared) && (
        <Checkbox
          label={tListViews('share')}
          checked={shared}
          disabled={!mayShare && !shared}
          onChange={(event) => setFields({ ...fields, shared: event.target.checked ? 'yes' : '' })}
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
          <Button size="sm" variant="quiet" isDisabled={isPending} onPress={() => void remove()}>
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
