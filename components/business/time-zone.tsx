'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

// Most who look at this page leave the zone as it is.
const TimeZoneForm = lazy(() =>
  import('./time-zone-form.tsx').then((file) => ({ default: file.TimeZoneForm })),
);

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
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title="Time zone of its days">
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          A setting of this dashboard: the service’s record has none. Totals by day are cut in it.
        </p>
        {isChanging ? (
          <Suspense fallback={<Skeleton className="h-control w-full" />}>
            <TimeZoneForm
              businessId={businessId}
              timeZone={saved}
              onSaved={(zone) => {
                setSaved(zone);
                setChanging(false);
              }}
              onCancel={() => setChanging(false)}
            />
          </Suspense>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm">{saved.replaceAll('_', ' ')}</p>
            {mayChange && <Button onPress={() => setChanging(true)}>Change time zone</Button>}
          </div>
        )}
      </div>
    </Section>
  );
}
