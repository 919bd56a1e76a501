/** The roles of the test, one for each set of rights. */
export type Role = 'viewer' | 'finance' | 'compliance' | 'owner';

export const allRoles: readonly Role[] = ['viewer', 'finance', 'compliance', 'owner'];
export const paymentCreators: readonly Role[] = ['finance', 'owner'];
export const activeRoles: readonly Role[] = ['finance', 'compliance', 'owner'];
export const ownerOnly: readonly Role[] = ['owner'];
export const reviewRoles: readonly Role[] = ['compliance', 'owner'];
