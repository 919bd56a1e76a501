import type { Permission } from '#lib/access/permissions.ts';
import { roleMay } from '#lib/access/permissions.ts';
import type { Role } from '#lib/values/roles.ts';

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

const isConflict = (name: string): name is DutyConflict => name in conflicts;

/** Lists the pairs of duties that one person with this role holds together. */
export const listDutyConflicts = (role: Role): readonly DutyConflict[] =>
  Object.keys(conflicts)
    .filter(isConflict)
    .filter((name) => conflicts[name].every((permission) => roleMay(role, permission)));
