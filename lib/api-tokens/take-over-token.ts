import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { isWriteScope } from '#lib/access/model-api-scopes.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tApiTokens } from '#lib/messages/api.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { lockMaker, requireScopes, unknownToken } from './change-tokens.ts';
import { maximumTokens } from './model.ts';
import { listApiTokens } from './queries.ts';
import type { ApiTokenList, takeOverApiTokenForm } from './schema.ts';
import {
  countActiveApiTokens,
  findActiveApiToken,
  isWaitingForOwner,
  lockApiToken,
  storeApiTokenMaker,
} from './store.ts';

/**
 * Takes over the token of a colleague, so that programs go on when its maker leaves. It then has at most the rights of the
 * owner who took it over. For independence, its former maker, everyone who approved it and this owner are the token.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'forbidden' for scopes beyond the role, and 'conflict' for an own token, one
 * that waits for another owner, one that writes without a second person, and too many tokens
 */
export async function takeOverApiToken(
  context: Context<PersonActor>,
  { businessId, tokenId }: z.output<typeof takeOverApiTokenForm>,
): Promise<ApiTokenList> {
  requirePermission(context, businessId, 'account.use');
  await requireFullAuthentication(context);
  const { personId } = context.actor;
  const at = context.clock.now();
  const isOwnerAt = (id: string) => requirePermission(context, id, 'account.use').may('team.manage');
  await inTransaction(async (transaction) => {
    const seen = await findActiveApiToken(transaction, tokenId, at);
    const isHere = seen?.businessIds.includes(businessId) === true;
    if (
      seen === null ||
      !isHere ||
      !seen.businessIds.every((id) => context.actor.roles.has(id) && isOwnerAt(id))
    )
      throw unknownToken();
    requireScopes(context, seen.businessIds, seen.scopes);
    await lockMaker(transaction, context, seen.businessIds);
    const token = await lockApiToken(transaction, tokenId);
    if (
      token === null ||
      token.personId !== seen.personId ||
      token.businessIds.length !== seen.businessIds.length
    )
      throw unknownToken();
    if (token.personId === personId) throw new Problem('conflict', tApiTokens('refused.own'));
    if (await isWaitingForOwner(transaction, businessId, tokenId))
      throw new Problem('conflict', tApiTokens('refused.waiting'));
    if ((await countActiveApiTokens(transaction, personId, at)) >= maximumTokens)
      throw new Problem('conflict', tApiTokens('refused.tooMany', { count: maximumTokens }));
    // The owner who takes it over would otherwise count as its second person.
    if (token.scopes.some(isWriteScope) && token.approvedBy.length === 0)
      throw new Problem('conflict', tApiTokens('refused.unapproved'));
    const approvedBy = [...new Set([...token.approvedBy, token.personId, personId])];
    await storeApiTokenMaker(transaction, { tokenId, personId, approvedBy });
    for (const business of token.businessIds.toSorted())
      await writeAudit(transaction, context, {
        businessId: business,
        action: 'api-token.take-over',
        objectType: 'api-token',
        objectId: tokenId,
        before: { maker: token.personId },
        after: { maker: personId, name: token.name, scopes: token.scopes },
      });
  });
  return listApiTokens(context, businessId);
}
