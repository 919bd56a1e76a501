import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { ApiScope } from './model-api-scopes.ts';
import { listScopePermissions } from './model-api-scopes.ts';
import type { Permission, Standing } from './permissions.ts';
import { hasStandingFor, mayWith } from './permissions.ts';

/**
 * One business as one person may use it. Created by {@link requirePermission}, and by `findScope` for background
 * work.
 */
export type Scope = {
  readonly businessId: BusinessId;
  readonly role: Role;
  /** True while the person is the deputy of an approver. */
  readonly isDeputy: boolean;
  readonly may: (permission: Permission) => boolean;
  /** True if the role allows it, and only a second factor is missing. */
  readonly needsFactorFor: (permission: Permission) => boolean;
};

/** Returns what a person of this role, or a deputy, may do at a business, or what a token of theirs may do. */
export const createScope = (
  businessId: BusinessId,
  person: Standing & Pick<PersonActor, 'hasSecondFactor' | 'token'>,
): Scope => ({
  businessId,
  role: person.role,
  isDeputy: person.isDeputy ?? false,
  may: (permission) => mayWith(person, permission) && person.token?.permissions.has(permission) !== false,
  needsFactorFor: (permission) => hasStandingFor(person, permission) && !mayWith(person, permission),
});

/** A token that lacks a scope, as a refusal that names it. */
export class MissingScope extends Problem {
  readonly scope: ApiScope;

  constructor(scope: ApiScope) {
    super('forbidden', tAccess('tokenScope', { scope }));
    this.scope = scope;
  }
}

/**
 * Checks the token of a program. It needs one of the scopes that the verb or query accepts. One that accepts none is closed to
 * programs, so that a new one opens nothing.
 *
 * @throws MissingScope, or Problem 'forbidden' where programs have no access
 */
function requireTokenScope(
  { actor: { token }, log }: Context<PersonActor>,
  { businessId, role, may }: Scope,
  accepted: readonly ApiScope[],
): void {
  if (token === undefined) return;
  const isAllowed = (scope: ApiScope) => token.scopes.has(scope) && listScopePermissions(scope).every(may);
  if (accepted.some(isAllowed)) return;
  log.warn({ businessId, tokenId: token.tokenId, accepted }, 'refused to an API token');
  const [scope] = accepted;
  if (scope === undefined) throw new Problem('forbidden', tAccess('tokenForbids'));
  if (accepted.some((one) => token.scopes.has(one)))
    throw new Problem('forbidden', tAccess('roleForbids', { role }));
  throw new MissingScope(scope);
}

const scopeAt = (actor: PersonActor, businessId: BusinessId, role: Role): Scope =>
  createScope(businessId, { ...actor, role, isDeputy: actor.deputyAt?.has(businessId) ?? false });

/** Returns true if the person may do all that a scope of tokens names, at one of their businesses. */
export const canUseScope = (actor: PersonActor, apiScope: ApiScope): boolean =>
  [...actor.roles].some(([businessId, role]) =>
    listScopePermissions(apiScope).every(scopeAt(actor, businessId, role).may),
  );

/**
 * Checks a permission. Every verb and query of a person begins with it. `businessId` may be untrusted input. `apiScopes` are
 * the scopes of API tokens with which a program may do the same. Without them, only people do it.
 *
 * @throws Problem 'not-found' without a role at the business, as if it did not exist
 * @throws Problem 'forbidden' if the role doesn't allow it, or only with a second factor, or the token doesn't
 */
export function requirePermission(
  context: Context<PersonActor>,
  businessId: string,
  permission: Permission,
  ...apiScopes: readonly ApiScope[]
): Scope {
  const id = parseId<BusinessId>(businessId);
  const role = id === null ? undefined : context.actor.roles.get(id);
  if (id === null || role === undefined) throw new Problem('not-found', tAccess('businessNotFound'));
  const scope = scopeAt(context.actor, id, role);
  requireTokenScope(context, scope, apiScopes);
  if (scope.may(permission)) return scope;
  const needsFactor = scope.needsFactorFor(permission);
  context.log.warn({ businessId: id, role, permission, needsFactor }, 'refused');
  throw new Problem('forbidden', needsFactor ? tAccess('factorNeeded') : tAccess('roleForbids', { role }));
}
