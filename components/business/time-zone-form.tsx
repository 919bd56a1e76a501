'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Combobox } from '#components/ui/combobox.tsx';
import { toast } from '#components/ui/toast.tsx';
import { setTimeZoneAction } from '#lib/businesses/actions.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))];
const choices = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** Chooses another time zone and keeps it. */
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
  const [chosen, setChosen] = useState<string | null>(timeZone);
  const [isPending, setPending] = useState(false);
  const save = async () => {
    if (chosen === null) return;
    setPending(true);
    const result = await setTimeZoneAction({ businessId, timeZone: chosen }).catch(() => null);
    setPending(false);
    const failed = (detail: string) => void toast.bad('Not saved', { detail });
    if (result === null) return failed('The connection was lost. Try again.');
    if (!result.ok) return failed(result.message);
    toast.good(`Days are now cut in ${result.data.timeZone}`);
    onSaved(result.data.timeZone);
  };
  return (
    <>
      <Combobox label="Time zone" hideLabel autoFocus choices={choices} value={chosen} onChange={setChosen} />
      <div className="flex gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={chosen === null || chosen === timeZone}
          onPress={() => void save()}
        >
          Save time zone
        </Button>
        <Button isDisabled={isPending} onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
