import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { parseTheme, sidebarCookie, themeCookie } from '#components/shell/locale.ts';
import type { ShellPage } from '#components/shell/navigation.tsx';
import { navigationGroups } from '#components/shell/navigation.tsx';
import type { Scope } from '#lib/access/index.ts';
import { pageAccess } from '#lib/access/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { env } from '#lib/platform/env.ts';
import { formatRole } from '#lib/values/roles.ts';
import { Dashboard } from './dashboard.tsx';

/** Seconds: what a page's actions ask of the service may take 15 (a host that bounds them would cut them off). */
export const maxDuration = 60;

/** The pages that are built; the navigation lists no others. */
const builtPages: readonly ShellPage[] = [
  'overview',
  'payments',
  'deposits',
  'refunds',
  'exceptions',
  'withdrawals',
  'minimums',
  'business',
  'callbacks',
  'connection',
];

/** These are listed for those alone who may see them: the others are not to know what there is. */
const guardedPages = { reviews: 'review.work', audit: 'audit.read' } as const;

function pagesFor(scope: Scope): readonly ShellPage[] {
  const { reviews, audit } = guardedPages;
  return [
    ...builtPages,
    ...(scope.may(reviews) ? (['reviews'] as const) : []),
    ...(scope.may(audit) ? (['audit'] as const) : []),
  ];
}

type Given = { children: ReactNode; params: Promise<{ business: string }> };

/** The shell around every page of a business. Each page checks for itself as well: this protects only the frame. */
export default async function BusinessLayout({ children, params }: Given) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const { actor } = context;
  const [jar, businesses] = await Promise.all([cookies(), listBusinesses(context)]);
  const choices = businesses.map(({ businessId, name }) => {
    const role = actor.roles.get(businessId);
    return { id: businessId, name, role: role === undefined ? '' : formatRole(role) };
  });
  return (
    <Dashboard
      businesses={choices}
      businessId={scope.businessId}
      person={{ name: actor.name, email: actor.email, role: formatRole(scope.role) }}
      groups={navigationGroups(scope.businessId, pagesFor(scope))}
      sandbox={env.DEMO}
      theme={parseTheme(jar.get(themeCookie)?.value)}
      narrow={jar.get(sidebarCookie)?.value === 'narrow'}
    >
      {children}
    </Dashboard>
  );
}
