import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { parseTheme, sidebarCookie, themeCookie, timesCookie } from '#components/shell/locale.ts';
import type { ShellPage } from '#components/shell/navigation.tsx';
import { listNavigationGroups } from '#components/shell/navigation.tsx';
import type { Scope } from '#lib/access/index.ts';
import { requirePageAccess, toOwnCookieName } from '#lib/access/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { readDisplaySettings } from '#lib/people/index.ts';
import { buildId, env } from '#lib/platform/env.ts';
import { formatRole } from '#lib/values/roles.ts';
import { Dashboard } from './dashboard.tsx';

/** Seconds. A page's calls to the service may take 15, which a host's own limit must not cut off. */
export const maxDuration = 60;

/** The existing pages for people who may read. The navigation lists no others. */
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

/** The navigation lists these only for people who may see them, because their existence is hidden from others. */
const guardedPages = {
  reviews: 'review.work',
  reports: 'statement.read',
  approvals: 'proposal.read',
  status: 'connection.manage',
  audit: 'audit.read',
  team: 'team.manage',
} as const;

function pagesFor(scope: Scope): readonly ShellPage[] {
  const { reviews, reports, approvals, status, audit, team } = guardedPages;
  // A page that only lacks a second factor leads to its set-up.
  const mayLead = (permission: typeof reviews | typeof audit) =>
    scope.may(permission) || scope.needsFactorFor(permission);
  return [
    ...(scope.may('read') ? builtPages : []),
    ...(scope.may(reports) ? (['reports'] as const) : []),
    ...(scope.may(approvals) ? (['approvals'] as const) : []),
    'settings',
    ...(mayLead(reviews) ? (['reviews'] as const) : []),
    ...(scope.may(status) ? (['status'] as const) : []),
    ...(mayLead(audit) ? (['audit'] as const) : []),
    ...(scope.may(team) ? (['team'] as const) : []),
  ];
}

type PageInput = { children: ReactNode; params: Promise<{ business: string }> };

/** The shell around every page of a business. It checks access for itself only, and so does each page. */
export default async function BusinessLayout({ children, params }: PageInput) {
  // Before the page reads anything: what changes afterwards is announced to it.
  const renderedAt = Date.now();
  const { context, scope } = await requirePageAccess((await params).business, 'account.use');
  const { actor } = context;
  const [jar, businesses, display] = await Promise.all([
    cookies(),
    listBusinesses(context),
    readDisplaySettings(context),
  ]);
  const choices = businesses.map(({ businessId, name }) => {
    const role = actor.roles.get(businessId);
    return { id: businessId, name, role: role === undefined ? '' : formatRole(role) };
  });
  return (
    <Dashboard
      businesses={choices}
      display={display}
      businessZone={businesses.find(({ businessId }) => businessId === scope.businessId)?.timeZone ?? 'UTC'}
      seesOwnZone={jar.get(toOwnCookieName(timesCookie))?.value === 'own'}
      businessId={scope.businessId}
      renderedAt={renderedAt}
      person={{ name: actor.name, email: actor.email, role: formatRole(scope.role) }}
      groups={listNavigationGroups(scope.businessId, pagesFor(scope))}
      mayRead={scope.may('read')}
      mayCreate={scope.may('payment.create')}
      mayExport={scope.may('export')}
      sandbox={env.DEMO}
      build={buildId}
      theme={parseTheme(jar.get(toOwnCookieName(themeCookie))?.value)}
      narrow={jar.get(toOwnCookieName(sidebarCookie))?.value === 'narrow'}
    >
      {children}
    </Dashboard>
  );
}
