import { formatRole, roles } from '#lib/values/roles.ts';

/** The roles as choices of a select. */
export const roleChoices = roles.map((role) => ({ value: role, label: formatRole(role) }));
