import 'server-only';
import type * as z from 'zod';
import { createApiToken as createSecret, lockMembersWith, requirePermission } from '#lib/access/index.ts';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { listScopePermissions } from '#lib/access/model-api-scopes.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tApiTokens, tTokenLifetime } from '#lib/messages/api.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readSetting } from '#lib/proposals/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { lifetimeProposals } from './lifetime-proposals.ts';
import { maximumTokens } from './model.ts';
import { listApiTokens } from './queries.ts';
import type {
  ApiTokenList,
  CreatedApiToken,
  createApiTokenForm,
  rerollApiTokenForm,
  revokeApiTokenForm,
} from './schema.ts';
import { startWrites } from './start-writes.ts';
import type { StoredApiToken, TokenSetting } from './store.ts';
import {
  countActiveApiTokens,
  findOwnApiToken,
  findProposedRoles,
  hasDirectoryToken,
  insertApiToken,
  isSessionOpen,
  isWaitingForOwner,
  lockApiToken,
  storeApiTokenBusinesses,
  storeApiTokenExpiry,
  storeApiTokenRevoked,
} from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const unknownToken = () => new Problem('not-found', tApiTokens('refused.unknown'));
const beyondRole = () => new Problem('forbidden', tApiTokens('refused.beyondRole'));

/** Requires that the person may do at each business what the token would do there. */
export function requireScopes(
  context: Context<PersonActor>,
  businessIds: readonly BusinessId[],
  scopes: readonly ApiScope[],
): void {
  for (const businessId of businessIds) {
    const { may } = requirePermission(context, businessId, 'api-token.create');
    if (!scopes.flatMap(listScopePermissions).every(may)) throw beyondRole();
  }
}

type Settings = Pick<StoredApiToken, TokenSetting>;

/** The settings of a token for the audit log. */
const toAudit = ({ name, scopes, addresses, expiresAt }: Omit<Settings, 'businessIds'>) => ({
  name,
  scopes,
  addresses,
  expiresAt,
});

async function auditToken(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessIds: readonly BusinessId[],
  entry: {
    readonly action: `api-token.${'create' | 'reroll' | 'revoke'}`;
    readonly tokenId: string;
    readonly before?: unknown;
    readonly after: unknown;
  },
): Promise<void> {
  const { tokenId, ...rest } = entry;
  // Sorted, so that two tokens of the same businesses wait for each other's entries in one order.
  for (const businessId of businessIds.toSorted())
    await writeAudit(transaction, context, {
      ...rest,
      businessId,
      objectType: 'api-token',
      objectId: tokenId,
    });
}

/**
 * Locks the memberships of the person, so that an end of their access that has begun is waited for. Before any token is locked,
 * because everything that ends access takes the locks in this order.
 *
 * @throws Problem 'forbidden' without the right, 'unauthenticated' for a session that has ended since
 */
export async function lockMaker(
  transaction: Transaction,
  { actor: { personId, sessionId } }: Context<PersonActor>,
  businessIds: readonly BusinessId[],
): Promise<void> {
  for (const businessId of businessIds.toSorted()) {
    const members = await lockMembersWith(transaction, businessId, 'api-token.create', [personId]);
    if (!members.has(personId)) throw beyondRole();
  }
  if (!(await isSessionOpen(transaction, sessionId)))
    throw new Problem('unauthenticated', tApiTokens('refused.signedOut'));
}

/** Stores a new token of the person. */
async function addToken(
  transaction: Transaction,
  context: Context<PersonActor>,
  settings: Settings,
  replaced?: StoredApiToken,
): Promise<{ readonly tokenId: string; readonly token: string }> {
  const { personId } = context.actor;
  const at = context.clock.now();
  if ((await countActiveApiTokens(transaction, personId, at)) >= maximumTokens)
    throw new Problem('conflict', tApiTokens('refused.tooMany', { count: maximumTokens }));
  const { token, hash, hint } = createSecret();
  const secret = { hash, hint, createdAt: at };
  const tokenId = await insertApiToken(transaction, { ...settings, personId, ...secret, replaced });
  await queueSecurityNotice(transaction, { kind: 'apiTokenCreated', personId, at });
  return { tokenId, token };
}

/**
 * Creates an API token of the signed-in person, and returns it for the only time. It has at most the rights that the
 * person has now, and at each use at most those that they have then. Write scopes wait for another owner. The person gets a mail.
 *
 * @throws Problem 'forbidden' for scopes beyond the role, 'reauthentication-required', and 'conflict' for too many tokens
 */
export async function createApiToken(
  context: Context<PersonActor>,
  { businessId, name, scopes, businesses, days, addresses, groups }: z.output<typeof createApiTokenForm>,
): Promise<CreatedApiToken> {
  requirePermission(context, businessId, 'api-token.create');
  const businessIds = [...new Set(businesses)];
  requireScopes(context, businessIds, scopes);
  const longest = await readLongestLife(businessIds);
  if (days > longest)
    throw new Problem('invalid', tTokenLifetime('problem.tooLong', { days: longest }), {
      fieldErrors: { days: [tTokenLifetime('problem.tooLong', { days: longest })] },
    });
  await requireFullAuthentication(context);
  const settings = {
    name: storableText(name),
    scopes: [...new Set(scopes)],
    businessIds,
    addresses,
    expiresAt: addMilliseconds(context.clock.now(), days * dayMs),
  };
  const token = await inTransaction(async (transaction) => {
    await lockMaker(transaction, context, businessIds);
    // A token that writes has exactly one business.
    const [ofWrites = businessId] = businessIds;
    if (
      scopes.includes('directory:write') &&
      (await hasDirectoryToken(transaction, ofWrites, context.clock.now()))
    )
      throw new Problem('conflict', tDirectory('refused.second'));
    const added = await addToken(transaction, context, settings);
    const target = { ...settings, groups, tokenId: added.tokenId, businessId: ofWrites };
    const writes = await startWrites(transaction, context, target);
    await auditToken(transaction, context, businessIds, {
      action: 'api-token.create',
      tokenId: added.tokenId,
      after: {
        ...toAudit(settings),
        ...(writes !== null && { writes }),
        ...(scopes.includes('directory:write') && { groups }),
      },
    });
    return added.token;
  });
  return { ...(await listApiTokens(context, businessId)), token };
}

/** Returns the longest life of a new token for these businesses, in days. */
async function readLongestLife(businessIds: readonly BusinessId[]): Promise<number> {
  const days = await Promise.all(businessIds.map((id) => readSetting(lifetimeProposals, id)));
  return Math.min(...days);
}

/**
 * Returns true if a token that replaces this one writes at once. One that began by notice needs an approval as soon as there is
 * another owner.
 */
async function isWritingKept(
  transaction: Transaction,
  { writesFrom, approvedBy, personId }: StoredApiToken,
  businessId: BusinessId,
): Promise<boolean> {
  if (writesFrom === null) return false;
  if (approvedBy.length > 0) return true;
  const owners = await lockMembersWith(transaction, businessId, 'api-token.write');
  return [...owners].every((owner) => owner === personId);
}

/**
 * Replaces a token of the signed-in person by one with the same settings and the same lifetime, within the longest one. The old one works for the
 * chosen hours, at most until its end.
 *
 * @throws Problem 'not-found', 'conflict' for an expired token and while other roles of its groups wait, 'forbidden' for scopes that the role no longer allows, and
 *   'reauthentication-required'
 */
export async function rerollApiToken(
  context: Context<PersonActor>,
  { businessId, tokenId, overlapHours }: z.output<typeof rerollApiTokenForm>,
): Promise<CreatedApiToken> {
  requirePermission(context, businessId, 'account.use');
  await requireFullAuthentication(context);
  const at = context.clock.now();
  const token = await inTransaction(async (transaction) => {
    const seen = await findOwnApiToken(transaction, { tokenId, personId: context.actor.personId });
    if (seen === null) throw unknownToken();
    await lockMaker(transaction, context, seen.businessIds);
    const old = await lockApiToken(transaction, tokenId);
    if (old === null || !old.businessIds.every((id) => seen.businessIds.includes(id))) throw unknownToken();
    // Its approval was for a time that is over. A new token asks for its own.
    if (old.expiresAt <= at) throw new Problem('conflict', tApiTokens('refused.expired'));
    requireScopes(context, old.businessIds, old.scopes);
    const [ofWrites = businessId] = old.businessIds;
    // Other roles of a directory's groups that wait are about this token, and would be withdrawn with it.
    if (old.writesFrom !== null && (await isWaitingForOwner(transaction, ofWrites, tokenId)))
      throw new Problem('conflict', tApiTokens('refused.waiting'));
    const endsAt = instant(Math.min(old.expiresAt, at + overlapHours * hourMs));
    // First, so that the old token doesn't count among those that work.
    if (overlapHours === 0) await storeApiTokenRevoked(transaction, tokenId, at);
    else await storeApiTokenExpiry(transaction, tokenId, endsAt);
    const lifeMs = Math.min(old.expiresAt - old.createdAt, (await readLongestLife(old.businessIds)) * dayMs);
    const settings = { ...old, expiresAt: instant(at + lifeMs) };
    const keepsWriting = await isWritingKept(transaction, old, ofWrites);
    const replaced = keepsWriting ? old : { ...old, writesFrom: null };
    const added = await addToken(transaction, context, settings, replaced);
    const groups =
      old.directoryRoles.at(-1)?.roles ?? (await findProposedRoles(transaction, ofWrites, tokenId));
    const target = { ...settings, groups, tokenId: added.tokenId, businessId: ofWrites };
    // Write scopes without an approval are proposed again, for the new token.
    const writes = keepsWriting ? null : await startWrites(transaction, context, target);
    await auditToken(transaction, context, old.businessIds, {
      action: 'api-token.reroll',
      tokenId: added.tokenId,
      before: { tokenId, expiresAt: old.expiresAt },
      after: {
        ...toAudit(settings),
        replaces: tokenId,
        replacedEndsAt: overlapHours === 0 ? at : endsAt,
        ...(writes !== null && { writes }),
      },
    });
    return added.token;
  });
  return { ...(await listApiTokens(context, businessId)), token };
}

/**
 * Revokes a token of the signed-in person from its next request on. An owner takes this business away from a token of a
 * colleague.
 *
 * @throws Problem 'not-found'
 */
export async function revokeApiToken(
  context: Context<PersonActor>,
  { businessId, tokenId }: z.output<typeof revokeApiTokenForm>,
): Promise<ApiTokenList> {
  const { may } = requirePermission(context, businessId, 'account.use');
  const at = context.clock.now();
  await inTransaction(async (transaction) => {
    const token = await lockApiToken(transaction, tokenId);
    const isOwn = token?.personId === context.actor.personId;
    const isOwned = may('team.manage') && token?.businessIds.includes(businessId) === true;
    if (token === null || !(isOwn || isOwned)) throw unknownToken();
    const ended = isOwn ? token.businessIds : [businessId];
    const left = token.businessIds.filter((id) => !ended.includes(id));
    if (left.length === 0) await storeApiTokenRevoked(transaction, tokenId, at);
    else await storeApiTokenBusinesses(transaction, tokenId, left);
    await auditToken(transaction, context, ended, {
      action: 'api-token.revoke',
      tokenId,
      before: toAudit(token),
      after: null,
    });
  });
  return listApiTokens(context, businessId);
}
