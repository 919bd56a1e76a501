import 'server-only';
import * as z from 'zod';
import { apiScopes } from '#lib/access/model-api-scopes.ts';
import { tApiTokenWrites } from '#lib/messages/api.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { withdrawEndedTokens } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { groupRoles, storeGroupRoles } from './role-store.ts';
import type { ProposedWrites } from './schema.ts';
import { isReplaced, lockApiToken, storeWritesFrom } from './store.ts';

/** Withdraws what waits for tokens that have ended or were replaced. Returns the number. */
export const withdrawTokenProposals = (context: Context<SystemActor>): Promise<number> =>
  withdrawEndedTokens(context, apiTokenProposals, 'subject', (transaction, { businessId }) =>
    announce(transaction, { businessId, topics: ['settings-proposals'] }),
  );

/** Write scopes of a token, by its ID. An owner proposes them with the token, and another owner approves. */
export const apiTokenProposals: AnsweredKind<ProposedWrites> = {
  name: 'api-token',
  change: z.object({
    name: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    groups: groupRoles.optional(),
  }),
  proposer: 'api-token.write',
  approver: 'api-token.write',
  problems: {
    pending: tApiTokenWrites('problem.pending'),
    gone: tApiTokenWrites('problem.gone'),
    lostAccess: tApiTokenWrites('problem.lostAccess'),
  },
  describe: ({ answer, subject, after, proposedBy }) => ({
    action: `api-token.${answer}`,
    objectType: 'api-token',
    objectId: subject,
    after: { ...after, proposedBy },
  }),
  onAnswer: async (transaction, _context, { businessId, answer, subject, after, proposedBy, by, at }) => {
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    if (answer !== 'approve') return;
    const token = await lockApiToken(transaction, subject);
    if (token === null || token.expiresAt <= at || !token.businessIds.includes(businessId))
      throw new Problem('conflict', tApiTokenWrites('problem.ended'));
    // Roles that were approved for its replacement since would be lost.
    if (await isReplaced(transaction, token))
      throw new Problem('conflict', tApiTokenWrites('problem.replaced'));
    // Everyone who has decided about the token counts as the token.
    const approvedBy = new Set([...token.approvedBy, proposedBy, by]);
    approvedBy.delete(token.personId);
    await storeWritesFrom(transaction, subject, { writesFrom: at, approvedBy: [...approvedBy] });
    if (after.groups !== undefined)
      await storeGroupRoles(transaction, token, { from: at, roles: after.groups, isNoticed: false }, at);
  },
};
