'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tBusinessTimeZone } from '#lib/messages/business.ts';

// Few visitors change the time zone.
const TimeZoneForm = lazy(() =>
  import('./time-zone-form.tsx').then((file) => ({ default: file.TimeZoneForm })),
);

/** Time zone of the business's days, a setting of this product. Owners may change it. */
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
    <Section title={tBusinessTimeZone('timeZone.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">{tBusinessTimeZone('timeZone.explanation')}</p>
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
            {mayChange && (
              <Button onPress={() => setChanging(true)}>{tBusinessTimeZone('timeZone.change')}</Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}
