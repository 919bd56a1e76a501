import type { Metadata } from 'next';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { mailIsOn } from '#lib/mail/index.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { readSettings } from '#lib/people/index.ts';
import { readAlertChoice } from '#lib/reviews/index.ts';

export const metadata: Metadata = { title: tSettings('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const [view, reviewAlerts] = await Promise.all([
    readSettings(context),
    scope.may('review.work') ? readAlertChoice(context, scope.businessId) : null,
  ]);
  return (
    <SettingsPage
      businessId={scope.businessId}
      view={view}
      notifications={{ isMailOn: mailIsOn(), reviewAlerts }}
    />
  );
}
