/** Who is meant where several may do the same. */
export type Role = 'viewer' | 'finance' | 'compliance' | 'owner';

export const everybody: readonly Role[] = ['viewer', 'finance', 'compliance', 'owner'];
export const creators: readonly Role[] = ['finance', 'owner'];
export const active: readonly Role[] = ['finance', 'compliance', 'owner'];
export const owners: readonly Role[] = ['owner'];
export const desk: readonly Role[] = ['compliance', 'owner'];
