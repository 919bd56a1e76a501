'use client';

import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { changeViewAction, deleteViewAction, saveViewAction } from '#lib/saved-views/actions.ts';
import type { ListView } from '#lib/saved-views/schema.ts';
import { addressAsView } from '../query/view-address.ts';
import { useViewAction } from './use-view-action.ts';
import type { ViewsPanelProps } from './views-props.ts';

/** Names a view, shares it, keeps what is shown under it, or deletes it. `view` is null for a new one. */
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
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [keeps, setKeeps] = useState(false);
  const isOpen = view !== null && current?.viewId === view.viewId;
  const save = async () => {
    const failed = 'The view was not saved';
    const done = await (view === null
      ? act(
          () => saveViewAction({ businessId, list, name, query: shown, shared }),
          failed,
          ({ viewId }) => addressAsView(window.location, shown, viewId),
        )
      : act(
          () =>
            changeViewAction({
              businessId,
              viewId: view.viewId,
              wasShared: view.shared,
              name,
              query: keeps ? shown : null,
              shared,
            }),
          failed,
        ));
    if (done) onDone();
  };
  const remove = async () => {
    if (view === null) return;
    const done = await act(
      () => deleteViewAction({ businessId, viewId: view.viewId, wasShared: view.shared }),
      'The view was not deleted',
    );
    if (done) onDone();
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
        Views
      </Button>
      <TextField
        label="Name of the view"
        autoFocus
        value={name}
        limit={60}
        error={errors['name']?.[0]}
        onChange={(event) => setName(event.target.value)}
      />
      {(mayShare || shared) && (
        <Checkbox
          label="Shared with everybody here"
          checked={shared}
          disabled={!mayShare && !shared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      {isOpen && isChanged && (
        <Checkbox
          label="Keep what is shown now under it"
          checked={keeps}
          onChange={(event) => setKeeps(event.target.checked)}
        />
      )}
      <p className="text-muted text-xs">
        A view keeps filters, order, columns and row height. “Last 7 days” keeps moving.
      </p>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isPending={isPending}>
          Save view
        </Button>
        {view !== null && (
          <Button size="sm" variant="quiet" isDisabled={isPending} onPress={() => void remove()}>
            Delete view
          </Button>
        )}
      </div>
    </form>
  );
}
