/** What a person is at one business. The table of what each may do is in `access`. */
export const roles = ['viewer', 'finance', 'compliance', 'owner'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** The role as people read it. */
export const roleName = (role: Role): string => `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`;
