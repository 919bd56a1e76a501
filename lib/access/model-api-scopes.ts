import type { Permission } from './permissions.ts';

/**
 * The scopes of API tokens, each with the permission that its maker needs, at every use. Cases, reports to authorities and
 * watch lists have no scope. Tokens store these names, so never rename one.
 */
const permissionByScope = {
  'payments:read': 'read',
  'deposits:read': 'read',
  'refunds:read': 'read',
  'withdrawals:read': 'read',
  'exceptions:read': 'read',
  'minimums:read': 'read',
  'business:read': 'read',
  'statements:read': 'statement.read',
  'risk:read': 'risk.read',
} as const satisfies Record<string, Permission>;

export type ApiScope = keyof typeof permissionByScope;

export const isApiScope = (name: string): name is ApiScope => Object.hasOwn(permissionByScope, name);

export const apiScopes: readonly ApiScope[] = Object.keys(permissionByScope).filter(isApiScope);

/** Returns the permission without which a scope gives nothing. */
export const findScopePermission = (scope: ApiScope): Permission => permissionByScope[scope];
