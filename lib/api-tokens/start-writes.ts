import 'server-only';
import { lockMembersWith } from '#lib/access/index.ts';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { isWriteScope } from '#lib/access/model-api-scopes.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { GroupRole } from './model.ts';
import { noticeMs } from './model.ts';
import { storeGroupRoles } from './role-store.ts';
import { findOwners, lockApiToken, storeWritesFrom } from './store.ts';
import { apiTokenProposals } from './token-proposals.ts';

/** How the write scopes of a new token begin to count. */
type StartOfWrites = 'proposed' | 'noticed' | null;

/** Returns who learns that an owner decides alone: everyone who may create payments, and the owners, also disabled ones. */
export async function listNoticeRecipients(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<ReadonlySet<PersonId>> {
  const payers = await lockMembersWith(transaction, businessId, 'payment.create');
  return new Set([...payers, ...(await findOwners(transaction, businessId))]);
}

/**
 * Proposes the write scopes of a new token to the other owners. An owner without another one gives notice instead. The scopes
 * then count after 72 hours, as long as there is no other owner, and payments stay below the limits. Everyone who may create
 * payments and every disabled owner gets a mail. The caller writes the audit entry.
 */
export async function startWrites(
  transaction: Transaction,
  context: Context<PersonActor>,
  token: {
    readonly tokenId: string;
    readonly name: string;
    readonly scopes: readonly ApiScope[];
    readonly businessId: BusinessId;
    /** The roles of the groups of a directory. */
    readonly groups: readonly GroupRole[];
  },
): Promise<StartOfWrites> {
  const { tokenId, name, businessId, groups } = token;
  const isDirectory = token.scopes.includes('directory:write');
  const scopes = token.scopes.filter(isWriteScope);
  if (scopes.length === 0) return null;
  const { personId } = context.actor;
  const at = context.clock.now();
  const owners = await lockMembersWith(transaction, businessId, 'api-token.write');
  const others = [...owners].filter((owner) => owner !== personId);
  const notice = { businessId, scopes: scopes.length, at };
  if (others.length > 0) {
    await insertProposal(transaction, apiTokenProposals, {
      businessId,
      subject: tokenId,
      by: personId,
      at,
      after: { name, scopes, ...(isDirectory && { groups }) },
      // The name says what the token is for.
      reason: name,
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    await queueTeamNotice(transaction, { ...notice, kind: 'tokenProposed', personIds: others });
    return 'proposed';
  }
  const from = addMilliseconds(at, noticeMs);
  await storeWritesFrom(transaction, tokenId, { writesFrom: from, approvedBy: [] });
  const stored = isDirectory ? await lockApiToken(transaction, tokenId) : null;
  if (stored !== null)
    await storeGroupRoles(transaction, stored, { from, roles: groups, isNoticed: true }, at);
  const personIds = await listNoticeRecipients(transaction, businessId);
  await queueTeamNotice(transaction, { ...notice, kind: 'tokenNoticed', personIds });
  return 'noticed';
}
