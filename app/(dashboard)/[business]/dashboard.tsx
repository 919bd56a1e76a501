'use client';

import { useEffect } from 'react';
import { followSignOut } from '#components/access/leave.ts';
import { signOut } from '#components/access/sign-out.ts';
import { QueryProvider } from '#components/query/query-provider.tsx';
import type { AppShellProps } from '#components/shell/app-shell.tsx';
import { AppShell } from '#components/shell/app-shell.tsx';
import { HydratedMark } from '#components/shell/hydrated-mark.tsx';
import { useLiveUpdates } from '#components/shell/use-live-updates.ts';

/** The shell with the providers that its pages need, and live updates. */
export function Dashboard(props: Omit<AppShellProps, 'onSignOut'>) {
  return (
    <QueryProvider>
      <HydratedMark />
      <Live businessId={props.businessId} />
      <AppShell {...props} onSignOut={signOut} />
    </QueryProvider>
  );
}

/** Keeps the displayed data fresh. */
function Live({ businessId }: { businessId: string }) {
  useLiveUpdates(businessId);
  useEffect(followSignOut, []);
  return null;
}
