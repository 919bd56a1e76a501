import 'server-only';
import { randomUUID } from 'node:crypto';
import { endApiTokensOfEveryone } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listAllBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { disableEveryEndpoint } from '#lib/events/index.ts';
import { tRestores } from '#lib/messages/connection.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import {
  emptyDirectories,
  endLentAccess,
  markIntentsUnknown,
  revokeLinks,
  revokeSessions,
  saveRestore,
  skipUsedPaymentIds,
  stopBatches,
  stopRetention,
  stopWarehouses,
  withdrawPaymentProposals,
} from './store.ts';

export type AppliedRules = {
  readonly sessions: number;
  readonly links: number;
  readonly intents: number;
};

/**
 * Applies the rules for restored data in one transaction: no session, API token or deputy stays, no payment request counts as unsent,
 * and owners have to confirm people and resume work. Stored events aren't sent. For operators, before anything else uses the database.
 */
export function applyRestoreRules(context: Context<SystemActor>, dataUntil: Instant): Promise<AppliedRules> {
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const businesses = await listAllBusinesses(transaction);
    await saveRestore(transaction, { businesses, at, dataUntil });
    const restoreId = randomUUID();
    const sessions = await revokeSessions(transaction, at);
    const links = await revokeLinks(transaction, at);
    const tokens = await endApiTokensOfEveryone(transaction, at);
    const ended = await endLentAccess(transaction);
    const endpoints = await disableEveryEndpoint(transaction, at);
    await stopBatches(transaction, at);
    await stopRetention(transaction, at);
    await stopWarehouses(transaction);
    await emptyDirectories(transaction);
    await skipUsedPaymentIds(transaction);
    await withdrawPaymentProposals(transaction, at);
    const intents = await markIntentsUnknown(transaction, { at, message: tRestores('intent') });
    for (const businessId of [null, ...businesses])
      await writeAudit(transaction, context, {
        businessId,
        action: 'restore.apply',
        objectType: 'restore',
        objectId: restoreId,
        after: {
          dataUntil,
          ...(businessId === null && { sessions, links, tokens, endpoints, intents, ...ended }),
        },
      });
    return { sessions, links, intents };
  });
}
