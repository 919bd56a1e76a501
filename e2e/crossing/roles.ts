/** The roles of the test, one for each set of rights. */
export const allRoles = ['viewer', 'accountant', 'finance', 'compliance', 'owner'] as const;
export type Role = (typeof allRoles)[number];

export const paymentCreators: readonly Role[] = ['finance', 'owner'];
export const exporters: readonly Role[] = ['accountant', 'finance', 'owner'];
/** Roles that may have export files. */
export const fileRoles: readonly Role[] = ['accountant', 'finance', 'compliance', 'owner'];
export const activeRoles: readonly Role[] = ['finance', 'compliance', 'owner'];
export const ownerOnly: readonly Role[] = ['owner'];
export const reviewRoles: readonly Role[] = ['compliance', 'owner'];
