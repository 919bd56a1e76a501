import type { Metadata } from 'next';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listApiTokens } from '#lib/api-tokens/index.ts';
import { listMemberships } from '#lib/businesses/index.ts';
import { readDirectory } from '#lib/directory/index.ts';
import { readFactorDeadline, readFactorSettings } from '#lib/factors/index.ts';
import { isMailConfigured } from '#lib/mail/index.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { readNotificationSettings } from '#lib/notifications/index.ts';
import { findRelyingParty, listPasskeys } from '#lib/passkeys/index.ts';
import { readSettings } from '#lib/people/index.ts';
import { readIdentity } from '#lib/single-sign-on/index.ts';

export const metadata: Metadata = { title: tSettings('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'account.use');
  const [view, factor, factorDueAt, { passkeys }, identity, settings, apiTokens, memberships] =
    await Promise.all([
      readSettings(context),
      readFactorSettings(context),
      readFactorDeadline(context),
      listPasskeys(context),
      readIdentity(context),
      readNotificationSettings(context, scope.businessId),
      listApiTokens(context, scope.businessId),
      listMemberships(context),
    ]);
  return (
    <SettingsPage
      businessId={scope.businessId}
      view={view}
      factor={factor}
      factorDueAt={factorDueAt}
      hidesRisk={scope.needsFactorFor('risk.read')}
      identity={identity}
      passkeys={{ list: passkeys, areOn: findRelyingParty() !== null }}
      directory={await readDirectory(context, scope.businessId, apiTokens)}
      apiTokens={apiTokens}
      businesses={{ list: memberships, mayAdd: scope.may('connection.manage') }}
      managesEvents={scope.may('connection.manage')}
      notifications={{ isMailOn: isMailConfigured(), settings }}
    />
  );
}
