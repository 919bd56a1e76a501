'use client';

import { useEffect } from 'react';
import { followSignOut } from '#components/access/leave.ts';
import { ReauthenticationHost } from '#components/access/reauthentication-host.tsx';
import { signOut } from '#components/access/sign-out.ts';
import { QueryProvider } from '#components/query/query-provider.tsx';
import type { AppShellProps } from '#components/shell/app-shell.tsx';
import { AppShell } from '#components/shell/app-shell.tsx';
import { HydratedMark } from '#components/shell/hydrated-mark.tsx';
import { PersonLocale } from '#components/shell/person-locale.tsx';
import { ThemeContext } from '#components/shell/theme.ts';
import { useLiveUpdates } from '#components/shell/use-live-updates.ts';
import type { DisplaySettings } from '#lib/people/schema.ts';

/** The shell with the providers that its pages need, the person's formats, and live updates. */
export function Dashboard({
  display,
  businessZone,
  seesOwnZone,
  renderedAt,
  ...props
}: Omit<AppShellProps, 'onSignOut'> & {
  display: DisplaySettings;
  businessZone: string;
  /** The person sees times in their own zone. */
  seesOwnZone: boolean;
  /** In milliseconds, by the server's clock. */
  renderedAt: number;
}) {
  return (
    <QueryProvider>
      <HydratedMark />
      <Live businessId={props.businessId} renderedAt={renderedAt} />
      <SignOutFollower />
      <PersonLocale display={display} businessZone={businessZone} seesOwnZone={seesOwnZone}>
        <ThemeContext value={props.theme}>
          <AppShell {...props} onSignOut={signOut} />
          <ReauthenticationHost businessId={props.businessId} />
        </ThemeContext>
      </PersonLocale>
    </QueryProvider>
  );
}

/** Keeps the displayed data fresh. */
function Live({ businessId, renderedAt }: { businessId: string; renderedAt: number }) {
  useLiveUpdates(businessId, renderedAt);
  return null;
}

/** Leaves the page when the person signs out in another tab. */
function SignOutFollower() {
  useEffect(followSignOut, []);
  return null;
}
