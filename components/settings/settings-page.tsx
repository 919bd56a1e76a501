import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import type { SettingsView } from '#lib/people/schema.ts';
import type { Notifications } from './notifications-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The settings of the signed-in person. Sections of further factors belong between password and sessions. */
export function SettingsPage({
  businessId,
  view,
  notifications,
}: {
  businessId: string;
  view: SettingsView;
  notifications: Notifications;
}) {
  return (
    <>
      <PageHeader
        title={tSettings('title')}
        description={tSettings.rich('description', { zone: () => <ZoneNote /> })}
      />
      <PageBody>
        <ProfileSection
          businessId={businessId}
          email={view.email}
          isMailOn={notifications.isMailOn}
          initial={view.profile}
        />
        <PasswordSection businessId={businessId} email={view.email} changedAt={view.passwordChangedAt} />
        <SessionsSection businessId={businessId} initial={view.sessions} />
        <NotificationsSection businessId={businessId} initial={notifications} />
      </PageBody>
    </>
  );
}
