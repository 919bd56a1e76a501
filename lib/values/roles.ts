import { tValues } from '#lib/messages/values.ts';

/** A person's role at one business. `access` has the table of permissions. */
export const roles = [
  'viewer',
  'accountant',
  'finance',
  'compliance',
  'approver',
  'auditor',
  'auditor-risk',
  'owner',
] as const;
export type Role = (typeof roles)[number];

/** Roles that an owner gives alone. An auditor gets risk detail only by a proposal of two people. */
export const assignableRoles = [
  'viewer',
  'accountant',
  'finance',
  'compliance',
  'approver',
  'auditor',
  'owner',
] as const satisfies readonly Role[];
export type AssignableRole = (typeof assignableRoles)[number];

export const isAssignableRole = (text: string): text is AssignableRole =>
  assignableRoles.some((role) => role === text);

/** Returns true for the roles whose access ends on a date. */
export const hasEnd = (role: Role): boolean => role === 'auditor' || role === 'auditor-risk';

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** Returns the readable name of a role. */
export const formatRole = (role: Role): string => tValues(`role.${role}`);
