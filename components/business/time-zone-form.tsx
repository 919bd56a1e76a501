'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Combobox } from '#components/ui/combobox.tsx';
import { setTimeZoneAction } from '#lib/businesses/actions.ts';
import { tBusinessTimeZone } from '#lib/messages/business.ts';
import { tControls } from '#lib/messages/controls.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))];
/** The stored zone may be an older name, which the browser doesn't list. */
const listChoices = (current: string) =>
  [...new Set([current, ...zones])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** Selects and saves another time zone. */
export function TimeZoneForm({
  businessId,
  timeZone,
  onSaved,
  onCancel,
}: {
  businessId: string;
  timeZone: string;
  onSaved: (timeZone: string) => void;
  onCancel: () => void;
}) {
  const [selected, setSelected] = useState<string | null>(timeZone);
  const { act, isPending } = useAction({});
  const save = async () => {
    if (selected === null) return;
    const saved = await act(() => setTimeZoneAction({ businessId, timeZone: selected }), {
      failed: tBusinessTimeZone('timeZone.failed'),
      done: (data) => tBusinessTimeZone('timeZone.saved', data),
    });
    if (saved !== null) onSaved(saved.timeZone);
  };
  return (
    <>
      <Combobox
        label={tBusinessTimeZone('timeZone.label')}
        hideLabel
        autoFocus
        choices={listChoices(timeZone)}
        value={selected}
        onChange={setSelected}
      />
      <div className="flex gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={selected === null || selected === timeZone}
          onPress={() => void save()}
        >
          {tBusinessTimeZone('timeZone.save')}
        </Button>
        <Button isDisabled={isPending} onPress={onCancel}>
          {tControls('cancel')}
        </Button>
      </div>
    </>
  );
}
