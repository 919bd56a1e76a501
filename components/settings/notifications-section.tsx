'use client';

import { Section } from '#components/shell/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import type { NotificationSettings } from '#lib/notifications/schema.ts';
import { NotificationChoices } from './notification-choices.tsx';

/** The notifications that the person gets about this business and about their account. */
export type Notifications = {
  /** False if no mail server is configured. */
  readonly isMailOn: boolean;
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
      </div>
      <NotificationChoices businessId={businessId} initial={initial.settings} />
    </Section>
  );
}
