'use client';

import { lazy, Suspense, useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import type { NotificationSettings } from '#lib/notifications/schema.ts';
import { setAlertsAction } from '#lib/reviews/actions.ts';

// At the end of a long page.
const NotificationChoices = lazy(() =>
  import('./notification-choices.tsx').then((file) => ({ default: file.NotificationChoices })),
);

/** The notifications that the person gets about this business and about their account. */
export type Notifications = {
  /** False if no mail server is configured. */
  readonly isMailOn: boolean;
  /** Null for people who may not know of the review desk. */
  readonly reviewAlerts: boolean | null;
  readonly settings: NotificationSettings;
};

/** Chooses notifications and emails. Security notices always arrive. */
export function NotificationsSection({
  businessId,
  initial,
}: {
  businessId: string;
  initial: Notifications;
}) {
  return (
    <Section title={tSettings('notifications.title')}>
      <div className="flex max-w-form flex-col gap-3">
        {!initial.isMailOn && <p className="text-muted text-sm">{tSettings('notifications.off')}</p>}
        <Switch
          label={tSettings('notifications.security')}
          help={tSettings('notifications.securityHelp')}
          checked
          disabled
          readOnly
        />
        {initial.reviewAlerts !== null && (
          <ReviewAlerts businessId={businessId} initial={initial.reviewAlerts} />
        )}
      </div>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <NotificationChoices businessId={businessId} initial={initial.settings} />
      </Suspense>
    </Section>
  );
}

function ReviewAlerts({ businessId, initial }: { businessId: string; initial: boolean }) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [isOn, setOn] = useState(initial);
  const change = async (next: boolean) => {
    setOn(next);
    const saved = await act(() => setAlertsAction({ businessId, wanted: next }), {
      failed: tSettings('notifications.failed'),
    });
    if (saved === null) setOn(!next);
  };
  return (
    <Switch
      label={tSettings('notifications.reviews')}
      help={tSettings('notifications.reviewsHelp')}
      checked={isOn}
      disabled={isPending}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
