import { tValues } from '#lib/messages/values.ts';

/** A person's role at one business. `access` has the table of permissions. */
export const roles = ['viewer', 'accountant', 'finance', 'compliance', 'approver', 'owner'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** Returns the readable name of a role. */
export const formatRole = (role: Role): string => tValues(`role.${role}`);
