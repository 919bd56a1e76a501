import type { Role } from '#lib/values/roles.ts';

/** Days after which a token expires, as people choose them. */
export const lifetimeDays = [7, 30, 90, 180, 365] as const;
/** The choice of a form. It is also the longest life while the owners have set none. */
export const defaultLifetimeDays = 90;

/** Hours that a replaced token goes on working, as people choose them. */
export const overlapHours = [0, 1, 24, 168] as const;
export const defaultOverlapHours = 24;

/** After this time a token of the only owner begins to write. */
export const noticeMs = 72 * 3_600_000;

/** Tokens of one person that work. */
export const maximumTokens = 50;
/** Addresses and networks of one token. */
export const maximumAddresses = 50;

/** The roles that groups of a directory give. Only people choose owners and auditors. */
export const directoryRoles = [
  'viewer',
  'accountant',
  'finance',
  'compliance',
  'approver',
] as const satisfies readonly Role[];
export type DirectoryRole = (typeof directoryRoles)[number];

export const isDirectoryRole = (role: string): role is DirectoryRole =>
  directoryRoles.some((one) => one === role);

/** The role of a group. Of several groups of a person, the first in the list counts. */
export type GroupRole = { readonly group: string; readonly role: DirectoryRole };

/** Groups with a role at most. */
export const maximumGroupRoles = 100;
