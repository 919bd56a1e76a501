'use client';

import { useEffect } from 'react';
import { followSignOut } from '#components/access/leave.ts';
import { signOut } from '#components/access/sign-out.ts';
import { QueryProvider } from '#components/query/query-provider.tsx';
import type { AppShellProps } from '#components/shell/app-shell.tsx';
import { AppShell } from '#components/shell/app-shell.tsx';
import { HydratedMark } from '#components/shell/hydrated-mark.tsx';
import { useLive } from '#components/shell/use-live.ts';

/** The shell with what its pages need around them: queries, kept fresh. */
export function Dashboard(props: Omit<AppShellProps, 'onSignOut'>) {
  return (
    <QueryProvider>
      <HydratedMark />
      <Live businessId={props.businessId} />
      <AppShell {...props} onSignOut={signOut} />
    </QueryProvider>
  );
}

/** Keeps whatever is on screen fresh. */
function Live({ businessId }: { businessId: string }) {
  useLive(businessId);
  useEffect(followSignOut, []);
  return null;
}
