import { assignableRoles, formatRole } from '#lib/values/roles.ts';

/** The roles that an owner gives alone, as choices of a select. */
export const roleChoices = assignableRoles.map((role) => ({ value: role, label: formatRole(role) }));
