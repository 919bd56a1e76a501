import 'server-only';
import { endSessionsOfEveryone, takeAccountBack } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Actor, Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { recordAccessGrant } from './access-grant-store.ts';
import { notifyOwners, ownersChanged } from './notify-owners.ts';
import type { EndedLinks } from './open-links-store.ts';
import { endOpenLinks, lockMemberships } from './open-links-store.ts';
import type { LockedPerson } from './store.ts';
import { lockPerson, setDisabledAt } from './store.ts';

type Outcome = { readonly changed: boolean; readonly endedSessions: number };

const unchanged: Outcome = { changed: false, endedSessions: 0 };

/** Writes an entry about a person to the chain of each of their businesses, or to the system chain if there is none. */
export async function writeAuditPerBusiness(
  transaction: Transaction,
  context: Context<Actor>,
  { personId, businessIds }: Pick<LockedPerson, 'personId' | 'businessIds'>,
  entry: { readonly action: `person.${string}`; readonly before?: unknown; readonly after: unknown },
): Promise<void> {
  for (const businessId of businessIds.length === 0 ? [null] : businessIds)
    await writeAudit(transaction, context, {
      ...entry,
      businessId,
      objectType: 'person',
      objectId: personId,
    });
}

/** Mails the owners about a disabled or enabled account: that of another owner, and any account that is enabled. */
async function notifyOfAccount(
  transaction: Transaction,
  context: Context<SystemActor>,
  { personId, businessIds, ownedBusinessIds }: LockedPerson,
  action: 'disable' | 'enable',
): Promise<void> {
  for (const businessId of businessIds)
    if (ownedBusinessIds.includes(businessId))
      await notifyOwners(transaction, context, { businessId, personIds: [personId] }, ownersChanged);
    else if (action === 'enable')
      await notifyOwners(
        transaction,
        context,
        { businessId, personIds: [personId] },
        { kind: 'accessGiven', how: 'accountEnabled' },
      );
}

/** Records a disabled account. Each business sees only the number of its own invitations. */
async function auditDisabled(
  transaction: Transaction,
  context: Context<Actor>,
  { personId, businessIds }: LockedPerson,
  {
    revokedInvitations,
    ...counts
  }: EndedLinks & { readonly endedSessions: number; readonly endedTokens: number },
): Promise<void> {
  const write = (ids: readonly BusinessId[], details: object) =>
    writeAuditPerBusiness(
      transaction,
      context,
      { personId, businessIds: ids },
      {
        action: 'person.disable',
        before: { disabled: false },
        after: { disabled: true, ...counts, ...details },
      },
    );
  if (businessIds.length === 0) await write([], {});
  for (const businessId of businessIds)
    await write([businessId], { revokedInvitations: revokedInvitations.get(businessId) ?? 0 });
}

/**
 * Disables an account: it can't sign in, its sessions end with their next request, and open streams within 10 s. Its
 * API tokens, open invitations, links for a new password and links to a new address end for good. For system code such as an
 * operator's command. If the person owns a business, its other owners get a mail. Does nothing if the account is unknown
 * or already disabled.
 */
export const disablePerson = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    // Before the person, so that an invitation that they send at this moment is stored and then revoked, or refused.
    await lockMemberships(transaction, personId);
    const person = await lockPerson(transaction, personId);
    if (person === null || person.isDisabled) return unchanged;
    const now = context.clock.now();
    await setDisabledAt(transaction, personId, now);
    const { endedSessions, endedTokens } = await takeAccountBack(transaction, personId, now);
    const ended = await endOpenLinks(transaction, personId, now);
    await notifyOfAccount(transaction, context, person, 'disable');
    await auditDisabled(transaction, context, person, { ...ended, endedSessions, endedTokens });
    return { changed: true, endedSessions };
  });

/** Enables a disabled account. Its former sessions and links stay ended. The owners of its businesses get a mail. */
export const enablePerson = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null || !person.isDisabled) return unchanged;
    await setDisabledAt(transaction, personId, null);
    const grant = { personId, grantedBy: null, kind: 'enable', at: context.clock.now() } as const;
    for (const businessId of person.businessIds)
      await recordAccessGrant(transaction, { ...grant, businessId });
    await notifyOfAccount(transaction, context, person, 'enable');
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.enable',
      before: { disabled: true },
      after: { disabled: false },
    });
    return { changed: true, endedSessions: 0 };
  });

/**
 * Ends every session of a person on every device, their API tokens, and every sign-in that waits for its second step. The
 * account stays enabled. For system code.
 */
export const revokeSessions = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    const now = context.clock.now();
    const ended = await takeAccountBack(transaction, personId, now, 'revoked');
    const { endedSessions, endedSignIns, endedTokens } = ended;
    if (endedSessions + endedSignIns + endedTokens === 0) return unchanged;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.revoke',
      objectType: 'person',
      objectId: personId,
      after: ended,
    });
    return { changed: true, endedSessions };
  });

/**
 * Ends every session of every person, so that all sign in again. Returns their number. For commands that find sessions
 * whose times are wrong.
 */
export const revokeEverySession = (context: Context<SystemActor>): Promise<number> =>
  inTransaction(async (transaction) => {
    const { endedSessions, endedSignIns } = await endSessionsOfEveryone(transaction, context.clock.now());
    if (endedSessions + endedSignIns > 0)
      await writeAudit(transaction, context, {
        businessId: null,
        action: 'session.revoke',
        objectType: 'person',
        objectId: '',
        after: { endedSessions, endedSignIns, everyone: true },
      });
    return endedSessions;
  });
