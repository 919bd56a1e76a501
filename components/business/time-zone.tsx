'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { setTimeZoneAction } from '#lib/businesses/actions.ts';

const Combobox = lazy(() =>
  import('#components/ui/combobox.tsx').then((file) => ({ default: file.Combobox })),
);

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))];
const choices = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** In which zone the business's days are cut. Ours: the service's record has none. Owners may change it. */
export function TimeZone({
  businessId,
  timeZone,
  mayChange,
}: {
  businessId: string;
  timeZone: string;
  mayChange: boolean;
}) {
  const [saved, setSaved] = useState(timeZone);
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
    setSaved(result.data.timeZone);
    toast.good(`Days are now cut in ${result.data.timeZone}`);
  };
  return (
    <Section title="Time zone of its days">
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          A setting of this dashboard: the service’s record has none. Totals by day are cut in it.
        </p>
        {mayChange ? (
          <>
            <Suspense fallback={<Skeleton className="h-control w-full" />}>
              <Combobox label="Time zone" hideLabel choices={choices} value={chosen} onChange={setChosen} />
            </Suspense>
            <div>
              <Button
                isPending={isPending}
                isDisabled={chosen === null || chosen === saved}
                onPress={() => void save()}
              >
                Save time zone
              </Button>
            </div>
          </>
        ) : (
          <p className="text-sm">{saved}</p>
        )}
      </div>
    </Section>
  );
}
