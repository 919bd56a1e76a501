import 'server-only';
import type { Permission } from '#lib/access/index.ts';
import { exportPermissions } from '#lib/exports/index.ts';
import { findViewPermission } from '#lib/saved-views/index.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';

type Guarded =
  | { readonly kind: 'statement' }
  | { readonly kind: 'view' | 'export'; readonly list: ViewList; readonly withRisk: boolean };

/**
 * Returns the permissions that a person needs to receive a report. The filters of the audit log may name a case, and those of
 * risk say what a person without risk detail may not know.
 */
export function listReadPermissions(report: Guarded): readonly Permission[] {
  if (report.kind === 'statement') return ['statement.read'];
  const { list, withRisk } = report;
  return [
    report.kind === 'export' ? exportPermissions[list] : findViewPermission(list, false),
    ...(list === 'audit' ? (['review.work'] as const) : []),
    ...(withRisk ? (['risk.read'] as const) : []),
  ];
}

/** Returns the permissions that a person needs to schedule a report for others: those of a shared view, too. */
export const listManagePermissions = (report: Guarded): readonly Permission[] => [
  ...listReadPermissions(report),
  report.kind === 'statement' ? 'view.share' : findViewPermission(report.list, true),
];

/** Returns true if only people who work on cases or see risk detail may know of the report. */
export const isGuarded = (report: Guarded): boolean =>
  listReadPermissions(report).some(
    (permission) => permission === 'review.work' || permission === 'risk.read',
  );
