import 'server-only';
import type { Permission } from '#lib/access/index.ts';
import { exportPermissions } from '#lib/exports/index.ts';
import { findViewPermission } from '#lib/saved-views/index.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import { isOnList } from './model/content.ts';

type Guarded =
  | { readonly kind: 'statement' | 'all' | 'journal' }
  | { readonly kind: 'view' | 'export'; readonly list: ViewList; readonly withRisk: boolean };

/**
 * Returns the permissions that a person needs to receive a report. The filters of the audit log may name a case, and those of
 * risk say what a person without risk detail may not know.
 */
export function listReadPermissions(report: Guarded): readonly Permission[] {
  if (!isOnList(report)) return [report.kind === 'journal' ? 'export' : 'statement.read'];
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
  isOnList(report) ? findViewPermission(report.list, true) : 'view.share',
];

/** Returns true if only people who work on cases or see risk detail may know of the report. */
export const isGuarded = (report: Guarded): boolean =>
  listReadPermissions(report).some(
    (permission) => permission === 'review.work' || permission === 'risk.read',
  );
