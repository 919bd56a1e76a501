import 'server-only';
import { lockMembersWith } from '#lib/access/index.ts';
import { isWriteScope } from '#lib/access/model-api-scopes.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { removeNoticedRoles } from './role-store.ts';
import { isReplaced, isWaitingForOwner, listNoticedTokens, lockApiToken, storeWritesFrom } from './store.ts';
import { apiTokenProposals } from './token-proposals.ts';

/**
 * Proposes to the owners who came since what an owner decided alone: write scopes, and roles of the groups of a directory. From
 * then on the scopes count only with an approval, also if these owners leave again. Returns the number of proposals.
 */
export async function proposeNoticedTokens(context: Context<SystemActor>): Promise<number> {
  let count = 0;
  for (const noticed of await listNoticedTokens(context.clock.now()))
    try {
      if (await inTransaction((transaction) => proposeNoticed(transaction, context, noticed))) count += 1;
    } catch (error) {
      // The next run tries it again. Until then the scopes don't count.
      context.log.error({ error, tokenId: noticed.tokenId }, 'API token of an owner not proposed to others');
    }
  return count;
}

/** Returns false for a token about which no proposal is needed. */
async function proposeNoticed(
  transaction: Transaction,
  context: Context<SystemActor>,
  { tokenId, personId, businessId }: Awaited<ReturnType<typeof listNoticedTokens>>[number],
): Promise<boolean> {
  const at = context.clock.now();
  // Before the token, as everything that ends access does.
  const owners = await lockMembersWith(transaction, businessId, 'api-token.write');
  const others = [...owners].filter((owner) => owner !== personId);
  const token = await lockApiToken(transaction, tokenId);
  if (others.length === 0 || !owners.has(personId) || token === null || token.personId !== personId)
    return false;
  const { name, directoryRoles } = token;
  if (token.approvedBy.length === 0)
    await storeWritesFrom(transaction, tokenId, { writesFrom: null, approvedBy: [] });
  // Only the token that has replaced the others is decided about.
  if (await isReplaced(transaction, token)) return false;
  await removeNoticedRoles(transaction, token);
  if (await isWaitingForOwner(transaction, businessId, tokenId)) return false;
  const scopes = token.scopes.filter(isWriteScope);
  const groups = directoryRoles.findLast(({ isNoticed }) => isNoticed)?.roles;
  const after = { name, scopes, ...(groups !== undefined && { groups }) };
  await insertProposal(transaction, apiTokenProposals, {
    businessId,
    subject: tokenId,
    by: personId,
    at,
    reason: name,
    after,
  });
  await announce(transaction, { businessId, topics: ['settings-proposals'] });
  const notice = { businessId, scopes: scopes.length, at };
  await queueTeamNotice(transaction, { ...notice, kind: 'tokenProposed', personIds: others });
  await writeAudit(transaction, context, {
    businessId,
    action: 'api-token.propose',
    objectType: 'api-token',
    objectId: tokenId,
    after: { ...after, proposedBy: personId },
  });
  return true;
}
