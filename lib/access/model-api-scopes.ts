import type { Permission } from './permissions.ts';

/**
 * The scopes of API tokens, each with the permissions that its maker needs, at every use. Lists through the API are as much
 * as a file of an export, so they need its permission as well. Reports to authorities and watch lists have no scope.
 * Tokens store these names, so never rename one.
 */
const permissionsByScope = {
  'payments:read': ['read', 'export'],
  'deposits:read': ['read', 'export'],
  'refunds:read': ['read', 'export'],
  'withdrawals:read': ['read', 'export'],
  'exceptions:read': ['read', 'export'],
  'minimums:read': ['read'],
  'business:read': ['read'],
  'statements:read': ['statement.read', 'statement.export'],
  'risk:read': ['risk.read'],
  'cases:read': ['review.work'],
  // Opens the door of assistants (MCP). What they read takes the scopes above, too.
  'assistant:use': ['read', 'export'],
  'payments:write': ['api-token.write', 'payment.create', 'read'],
  'notes:write': ['api-token.write', 'record.annotate', 'read'],
  'labels:write': ['api-token.write', 'record.annotate', 'read'],
  'exceptions:write': ['api-token.write', 'annotate', 'read'],
  // The door of a directory (SCIM), which manages the members of the business.
  'directory:write': ['api-token.write', 'team.manage'],
} as const satisfies Record<string, readonly Permission[]>;

export type ApiScope = keyof typeof permissionsByScope;

export const isApiScope = (name: string): name is ApiScope => Object.hasOwn(permissionsByScope, name);

export const apiScopes: readonly ApiScope[] = Object.keys(permissionsByScope).filter(isApiScope);

/** Returns the permissions without which a scope gives nothing. */
export const listScopePermissions = (scope: ApiScope): readonly Permission[] => permissionsByScope[scope];

/** Returns true for a scope with which a program changes something. It takes a second owner. */
export const isWriteScope = (scope: ApiScope): boolean => scope.endsWith(':write');
