import { EnvironmentPasswordNotice } from '#components/access/environment-password-notice.tsx';
import { DeadlineNotice } from '#components/factors/deadline-notice.tsx';
import { HiddenRiskNotice } from '#components/factors/hidden-risk-notice.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ApiTokenList } from '#lib/api-tokens/schema.ts';
import type { BusinessMembership } from '#lib/businesses/schema.ts';
import type { DirectoryView } from '#lib/directory/schema.ts';
import type { FactorSettings } from '#lib/factors/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import type { PasskeyView } from '#lib/passkeys/schema.ts';
import type { SettingsView } from '#lib/people/schema.ts';
import type { IdentityView } from '#lib/single-sign-on/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { ApiTokensSection } from './api-tokens-section.tsx';
import { BusinessesSection } from './businesses-section.tsx';
import { DirectorySection } from './directory-section.tsx';
import { FactorSection } from './factor-section.tsx';
import type { Notifications } from './notifications-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SingleSignOnSection } from './single-sign-on-section.tsx';

/**
 * The settings of the signed-in person. Sections of further factors belong between password and sessions. `factorDueAt` is
 * the end of the days of grace, or null.
 */
export function SettingsPage({
  businessId,
  view,
  factor,
  factorDueAt,
  hidesRisk,
  passkeys,
  notifications,
  identity,
  directory,
  apiTokens,
  businesses,
  managesEvents,
}: {
  businessId: string;
  view: SettingsView;
  factor: FactorSettings;
  factorDueAt: Instant | null;
  /** True while the person sees no risk detail because they have no second factor. */
  hidesRisk: boolean;
  passkeys: { readonly list: readonly PasskeyView[]; readonly areOn: boolean };
  notifications: Notifications;
  /** Null if single sign-on is off. */
  identity: IdentityView | null;
  /** Null for people who don't manage the team. */
  directory: DirectoryView | null;
  apiTokens: ApiTokenList;
  /** The businesses of the person, and whether they may add another. */
  businesses: { readonly list: readonly BusinessMembership[]; readonly mayAdd: boolean };
  managesEvents: boolean;
}) {
  return (
    <>
      <PageHeader
        title={tSettings('title')}
        description={tSettings.rich('description', { zone: () => <ZoneNote /> })}
      />
      <PageBody>
        {hidesRisk && <HiddenRiskNotice dueAt={factorDueAt} />}
        {!hidesRisk && factorDueAt !== null && <DeadlineNotice dueAt={factorDueAt} />}
        <ProfileSection
          businessId={businessId}
          email={view.email}
          isMailOn={notifications.isMailOn}
          initial={view.profile}
        />
        {!view.mustUseSingleSignOn && (
          <PasswordSection
            businessId={businessId}
            email={view.email}
            changedAt={view.passwordChangedAt}
            notice={view.hasEnvironmentPassword && <EnvironmentPasswordNotice />}
          />
        )}
        <FactorSection businessId={businessId} view={factor} />
        <PasskeysSection businessId={businessId} initial={passkeys.list} areOn={passkeys.areOn} />
        {identity !== null && (
          <SingleSignOnSection identity={identity} isOnlyWay={view.mustUseSingleSignOn} />
        )}
        <SessionsSection businessId={businessId} initial={view.sessions} limits={view.sessionLimits} />
        <NotificationsSection businessId={businessId} initial={notifications} />
        {(apiTokens.choices !== null || apiTokens.tokens.length > 0) && (
          <ApiTokensSection businessId={businessId} initial={apiTokens} />
        )}
        <BusinessesSection businessId={businessId} businesses={businesses.list} mayAdd={businesses.mayAdd} />
        {(managesEvents || directory !== null) && (
          <p className="pt-2 text-muted text-sm">{tSettings('ofBusiness')}</p>
        )}
        {managesEvents && (
          <Section title={tEvents('title')}>
            <p className="max-w-form text-sm">
              {tEvents('about')}{' '}
              <TextLink href={`/${businessId}/settings/events`}>{tEvents('manage')}</TextLink>
            </p>
          </Section>
        )}
        {managesEvents && (
          <Section title={tWarehouse('title')}>
            <p className="max-w-form text-sm">
              {tWarehouse('about')}{' '}
              <TextLink href={`/${businessId}/settings/warehouse`}>{tWarehouse('manage')}</TextLink>
            </p>
          </Section>
        )}
        {directory !== null && <DirectorySection view={directory} />}
      </PageBody>
    </>
  );
}
