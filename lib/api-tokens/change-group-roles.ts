import 'server-only';
import type * as z from 'zod';
import { lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tApiTokens, tApiTokenWrites } from '#lib/messages/api.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { noticeMs } from './model.ts';
import { listApiTokens } from './queries.ts';
import { storeGroupRoles } from './role-store.ts';
import type { ApiTokenList, changeGroupRolesForm } from './schema.ts';
import { listNoticeRecipients } from './start-writes.ts';
import { isWaitingForOwner, lockNewestApiToken } from './store.ts';
import { apiTokenProposals } from './token-proposals.ts';

/**
 * Proposes other roles for the groups of a directory. Another owner approves them. Those of the only owner count after 72
 * hours, as long as there is no other owner.
 *
 * @throws Problem 'reauthentication-required', and 'conflict' for an unknown token or while a proposal for it waits
 */
export async function changeGroupRoles(
  context: Context<PersonActor>,
  { businessId: business, tokenId: chosen, groups }: z.output<typeof changeGroupRolesForm>,
): Promise<ApiTokenList> {
  const { businessId } = requirePermission(context, business, 'api-token.write');
  await requireFullAuthentication(context);
  const { personId } = context.actor;
  const at = context.clock.now();
  await inTransaction(async (transaction) => {
    // Before the token, as everything that ends access does.
    const owners = await lockMembersWith(transaction, businessId, 'api-token.write');
    // One proposal for all tokens that replace each other, because they share the roles.
    const token = await lockNewestApiToken(transaction, chosen);
    if (token === null || !token.businessIds.includes(businessId) || !owners.has(personId))
      throw new Problem('conflict', tApiTokens('refused.unknown'));
    if (!token.scopes.includes('directory:write'))
      throw new Problem('conflict', tDirectory('refused.noDirectory'));
    const { tokenId, name, scopes } = token;
    // Approved later, it would bring its roles back.
    if (await isWaitingForOwner(transaction, businessId, tokenId))
      throw new Problem('conflict', tApiTokenWrites('problem.pending'));
    const isProposed = owners.size > 1;
    const notice = { businessId, scopes: 1, at };
    if (isProposed) {
      await insertProposal(transaction, apiTokenProposals, {
        businessId,
        subject: tokenId,
        by: personId,
        at,
        reason: name,
        after: { name, scopes: [...scopes], groups },
      });
      await announce(transaction, { businessId, topics: ['settings-proposals'] });
      const others = [...owners].filter((owner) => owner !== personId);
      await queueTeamNotice(transaction, { ...notice, kind: 'tokenProposed', personIds: others });
    } else {
      const from = addMilliseconds(at, noticeMs);
      await storeGroupRoles(transaction, token, { from, roles: groups, isNoticed: true }, at);
      const personIds = await listNoticeRecipients(transaction, businessId);
      await queueTeamNotice(transaction, { ...notice, kind: 'tokenNoticed', personIds });
    }
    await writeAudit(transaction, context, {
      businessId,
      action: 'api-token.change-groups',
      objectType: 'api-token',
      objectId: tokenId,
      before: { groups: token.directoryRoles.at(-1)?.roles ?? [] },
      after: { groups, writes: isProposed ? 'proposed' : 'noticed' },
    });
  });
  return listApiTokens(context, businessId);
}
