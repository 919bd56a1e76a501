'use client';

import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { signOut } from '#components/access/sign-out.ts';
import { QueryProvider } from '#components/query/query-provider.tsx';
import type { AppShellProps } from '#components/shell/app-shell.tsx';
import { AppShell } from '#components/shell/app-shell.tsx';

/** The shell with what its pages need around them: queries, and filters kept in the address. */
export function Dashboard(props: Omit<AppShellProps, 'onSignOut'>) {
  return (
    <QueryProvider>
      <NuqsAdapter>
        <AppShell {...props} onSignOut={signOut} />
      </NuqsAdapter>
    </QueryProvider>
  );
}
