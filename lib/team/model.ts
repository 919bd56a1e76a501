import type { Permission } from '#lib/access/permissions.ts';
import { hasPermission } from '#lib/access/permissions.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

/** An invitation works for this time. */
export const invitationHours = 72;
/** A link for a new password works for this time. */
export const resetMinutes = 30;

/** Members and invitations of one page. */
export const pageSize = 50;

/** Two permissions that separate people should hold. */
export type DutyConflict = 'create-and-decide' | 'choose-and-approve';

const conflicts: Readonly<Record<DutyConflict, readonly [Permission, Permission]>> = {
  'create-and-decide': ['payment.create', 'review.work'],
  'choose-and-approve': ['team.manage', 'review.work'],
};

/** All pairs of conflicting duties. */
export const dutyConflicts: readonly DutyConflict[] = ['create-and-decide', 'choose-and-approve'];

/** Names of members that are shown for one pair of duties. */
export const maximumShownHolders = 5;

/** Lists the roles that hold both duties of a pair. */
export const listConflictingRoles = (conflict: DutyConflict): readonly Role[] =>
  roles.filter((role) => conflicts[conflict].every((permission) => hasPermission(role, permission)));

/** The roles of people who can be deputies. Owners and approvers approve anyway, and auditors stay apart. */
export const deputyRoles = [
  'viewer',
  'accountant',
  'finance',
  'compliance',
] as const satisfies readonly Role[];
export const isDeputyRole = (role: Role): boolean => deputyRoles.some((one) => one === role);

/** The longest time of a deputy. */
export const maximumDeputyDays = 90;

/** The time for which access rules out approvals between two people. The database has the same. */
export const independenceMs = 72 * 3_600_000;
