import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { apiScopes, isWriteScope, listScopePermissions } from '#lib/access/model-api-scopes.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { tApiTokenWrites } from '#lib/messages/api.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findProposal, listProposals, readSetting } from '#lib/proposals/index.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { lifetimeProposals } from './lifetime-proposals.ts';
import { findRoleVersion } from './role-store.ts';
import type { ApiTokenList, DirectoryRoles, TokenProposal, TokenWrites } from './schema.ts';
import type { StoredApiToken } from './store.ts';
import { findApiTokens, findDecidableTokenIds, findNames } from './store.ts';
import { apiTokenProposals } from './token-proposals.ts';

/** An expired token stays in the list for this time, so that a person learns why a program stopped. */
const expiredStaysMs = 30 * 86_400_000;

/** Returns what a new token of the person may have, or null if they may create none. */
async function listChoices(
  context: Context<PersonActor>,
  maximumDays: number,
): Promise<ApiTokenList['choices']> {
  const scopeAt = (businessId: BusinessId) => requirePermission(context, businessId, 'account.use');
  const businesses = (await listBusinesses(context)).filter(({ businessId }) =>
    scopeAt(businessId).may('api-token.create'),
  );
  if (businesses.length === 0) return null;
  return {
    scopes: apiScopes.filter((scope) =>
      businesses.some(({ businessId }) => listScopePermissions(scope).every(scopeAt(businessId).may)),
    ),
    businesses: businesses.map(({ businessId, name }) => ({ businessId, name })),
    maximumDays,
  };
}

/**
 * Returns the longer life of new tokens that waits, for people who answer it. Null without one.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findLifetimeProposal(
  context: Context<PersonActor>,
  business: string,
): Promise<ProposalView<number> | null> {
  const { businessId } = requirePermission(context, business, 'proposal.answer');
  return findProposal(context, lifetimeProposals, businessId);
}

/** Lists the tokens that wait for another owner. Empty for people who may not answer them. */
export async function listTokenProposals(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly TokenProposal[]> {
  const { businessId, may } = requirePermission(context, business, 'account.use');
  if (!may('api-token.write')) return [];
  const proposals = await listProposals(context, apiTokenProposals, businessId);
  const ids = proposals.map(({ subject }) => subject);
  const active = await findDecidableTokenIds(ids, context.clock.now());
  return proposals.filter(({ subject }) => active.has(subject));
}

/** Returns how far the write scopes of a token are, from the proposals of the page's business. */
function toWrites(
  { tokenId, scopes, businessIds, writesFrom, approvedBy }: StoredApiToken,
  names: ReadonlyMap<string, string>,
  page: { readonly businessId: BusinessId; readonly proposals: readonly TokenProposal[] | null },
): TokenWrites | null {
  if (!scopes.some(isWriteScope)) return null;
  const [approver] = approvedBy;
  if (approver !== undefined)
    return { state: 'approved', by: names.get(approver) ?? tApiTokenWrites('formerOwner') };
  if (writesFrom !== null) return { state: 'noticed', from: writesFrom };
  if (page.proposals === null || !businessIds.includes(page.businessId))
    return { state: 'waiting', proposal: null };
  const proposal = page.proposals.find(({ subject }) => subject === tokenId);
  return proposal === undefined ? { state: 'declined' } : { state: 'waiting', proposal };
}

/** Returns the roles of the groups of a directory, or null for another token. */
function toDirectory(
  { tokenId, scopes, directoryRoles }: StoredApiToken,
  proposals: readonly TokenProposal[],
  now: Instant,
): DirectoryRoles | null {
  if (!scopes.includes('directory:write')) return null;
  const present = findRoleVersion(directoryRoles, now);
  const last = directoryRoles.at(-1) ?? null;
  return {
    roles: present?.roles ?? [],
    next: last === null || last === present ? null : last,
    proposal: proposals.find(({ subject }) => subject === tokenId) ?? null,
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
  const days = await readSetting(lifetimeProposals, businessId);
  const proposals = may('api-token.write') ? await listTokenProposals(context, businessId) : null;
  const approvers = await findNames(tokens.flatMap(({ approvedBy }) => approvedBy));
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
      writes: toWrites(token, approvers, { businessId, proposals }),
      directory: toDirectory(token, proposals ?? [], now),
    })),
    choices: await listChoices(context, days),
    lifetime: may('team.manage')
      ? { days, proposal: await findProposal(context, lifetimeProposals, businessId) }
      : null,
  };
}
