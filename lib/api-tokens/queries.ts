import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { apiScopes, findScopePermission } from '#lib/access/model-api-scopes.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { ApiTokenList } from './schema.ts';
import { findApiTokens } from './store.ts';

/** An expired token stays in the list for this time, so that a person learns why a program stopped. */
const expiredStaysMs = 30 * 86_400_000;

/** Returns what a new token of the person may have, or null if they may create none. */
async function listChoices(context: Context<PersonActor>): Promise<ApiTokenList['choices']> {
  const scopeAt = (businessId: BusinessId) => requirePermission(context, businessId, 'account.use');
  const businesses = (await listBusinesses(context)).filter(({ businessId }) =>
    scopeAt(businessId).may('api-token.create'),
  );
  if (businesses.length === 0) return null;
  return {
    scopes: apiScopes.filter((scope) =>
      businesses.some(({ businessId }) => scopeAt(businessId).may(findScopePermission(scope))),
    ),
    businesses: businesses.map(({ businessId, name }) => ({ businessId, name })),
  };
}

/**
 * Returns the person's tokens, and for an owner also those of colleagues that read this business.
 *
 * @throws Problem 'not-found'
 */
export async function listApiTokens(context: Context<PersonActor>, business: string): Promise<ApiTokenList> {
  const { businessId, may } = requirePermission(context, business, 'account.use');
  const { personId } = context.actor;
  const now = context.clock.now();
  const tokens = await findApiTokens(personId, {
    business: may('team.manage') ? businessId : null,
    since: addMilliseconds(now, -expiredStaysMs),
  });
  const names = new Map((await listBusinesses(context)).map((one) => [one.businessId, one.name]));
  return {
    tokens: tokens.map((token) => ({
      tokenId: token.tokenId,
      name: token.name,
      hint: token.hint,
      scopes: token.scopes,
      businesses: (token.personId === personId ? token.businessIds : [businessId]).flatMap(
        (id) => names.get(id) ?? [],
      ),
      addresses: token.addresses,
      expiresAt: token.expiresAt,
      isExpired: token.expiresAt <= now,
      lastUsedAt: token.lastUsedAt,
      lastUsedFrom: token.lastUsedFrom,
      maker: token.personId === personId ? null : token.makerName,
    })),
    choices: await listChoices(context),
  };
}
