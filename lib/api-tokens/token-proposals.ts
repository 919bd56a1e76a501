import 'server-only';
import * as z from 'zod';
import { apiScopes } from '#lib/access/model-api-scopes.ts';
import { tApiTokenWrites } from '#lib/messages/api-token-writes.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ProposedWrites } from './schema.ts';
import { lockApiToken, storeWritesFrom } from './store.ts';

/** Write scopes of a token, by its ID. An owner proposes them with the token, and another owner approves. */
export const apiTokenProposals: AnsweredKind<ProposedWrites> = {
  name: 'api-token',
  change: z.object({ name: z.string(), scopes: z.array(z.enum(apiScopes)) }),
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
  onAnswer: async (transaction, _context, { businessId, answer, subject, by, at }) => {
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    if (answer !== 'approve') return;
    const token = await lockApiToken(transaction, subject);
    if (token === null || token.expiresAt <= at || !token.businessIds.includes(businessId))
      throw new Problem('conflict', tApiTokenWrites('problem.ended'));
    await storeWritesFrom(transaction, subject, { writesFrom: at, approvedBy: [by] });
  },
};
