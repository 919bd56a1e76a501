import 'server-only';
import type * as z from 'zod';
import {
  createOneTimeLink,
  hashToken,
  isToken,
  requirePermission,
  takeAccountBack,
} from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { hasFactor, requireFullAuthentication } from '#lib/factors/index.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tReset } from '#lib/messages/access.ts';
import { tTeam } from '#lib/messages/team.ts';
import {
  findAccountById,
  hashPassword,
  lockPerson,
  notifyOwners,
  recordEmailVerification,
  requirePasswordSignIn,
  requireStrongPasswordFor,
  setPasswordHash,
  writeAuditPerBusiness,
} from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { resetMinutes } from './model.ts';
import type { StoredReset } from './reset-store.ts';
import { endResets, findReset, insertReset, lockReset, markResetUsed } from './reset-store.ts';
import type { memberForm, resetForm, SentLink } from './schema.ts';
import { findActingPerson, lockOwnedAccount, recordAccessGrant } from './store.ts';

/** Refuses a link for a new password if the account must use single sign-on. Throws Problem 'conflict'. */
async function requirePassword(personId: PersonId): Promise<void> {
  const account = await findAccountById(personId);
  if (account !== null) requirePasswordSignIn(account.email);
}

/**
 * Stores a link for a new password and returns it. Throws Problem 'conflict' for a disabled account, and for one that
 * must use single sign-on.
 */
export async function createResetLink(
  transaction: Transaction,
  context: Context<Actor>,
  personId: PersonId,
  { isMailed }: { readonly isMailed: boolean } = { isMailed: false },
): Promise<{ readonly link: string; readonly expiresAt: Instant; readonly seed: Uint8Array<ArrayBuffer> }> {
  const person = await lockPerson(transaction, personId);
  if (person === null) throw new Problem('not-found', tTeam('problem.notMember'));
  if (person.isDisabled) throw new Problem('conflict', tTeam('problem.accountDisabled'));
  await requirePassword(personId);
  const { token, hash, seed } = createOneTimeLink();
  const at = context.clock.now();
  const expiresAt = addMilliseconds(at, resetMinutes * 60_000);
  const createdBy = findActingPerson(context);
  await insertReset(transaction, { personId, tokenHash: hash, createdBy, at, expiresAt, isMailed });
  return { link: `${env.APP_URL}/reset/${token}`, expiresAt, seed };
}

/** Queues a mail to the owners, because the link is a way into the account. */
const notifyOfLink = (
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, personId }: { readonly businessId: BusinessId; readonly personId: PersonId },
): Promise<void> =>
  notifyOwners(
    transaction,
    context,
    { businessId, personIds: [personId] },
    { kind: 'accessGiven', how: 'resetLink' },
  );

/**
 * Creates a link with which a member sets a new password, for 30 minutes. The owners get a mail. An account belongs to every business of its
 * person, so the owner must own all of them.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for oneself, 'forbidden' if another business relies
 * on the account, and 'conflict' for a disabled account
 */
export async function createPasswordReset(
  context: Context<PersonActor>,
  input: z.output<typeof memberForm>,
): Promise<SentLink> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction(async (transaction) => {
    const personId = await lockOwnedAccount(
      transaction,
      context,
      { ...input, businessId },
      { self: tTeam('problem.resetSelf'), foreign: tTeam('problem.foreignBusiness') },
    );
    const { seed: _seed, ...created } = await createResetLink(transaction, context, personId);
    await notifyOfLink(transaction, context, { businessId, personId });
    await writeAudit(transaction, context, {
      businessId,
      action: 'person.reset-link',
      objectType: 'person',
      objectId: personId,
      after: { expiresAt: created.expiresAt },
    });
    return created;
  });
}

/** Creates the same link for an operator. Throws Problem 'not-found' or 'conflict'. */
export const createPasswordResetAsOperator = (
  context: Context<SystemActor>,
  personId: PersonId,
): Promise<SentLink> =>
  inTransaction(async (transaction) => {
    const { seed: _seed, ...created } = await createResetLink(transaction, context, personId);
    const businessIds = (await lockPerson(transaction, personId))?.businessIds ?? [];
    for (const businessId of businessIds) await notifyOfLink(transaction, context, { businessId, personId });
    await writeAuditPerBusiness(
      transaction,
      context,
      { personId, businessIds },
      { action: 'person.reset-link', after: { expiresAt: created.expiresAt } },
    );
    return created;
  });

/** The state of a link for a new password. */
type ResetState = 'unknown' | 'used' | 'expired' | 'open';

const toState = (reset: StoredReset | null, now: Instant): ResetState => {
  if (reset === null) return 'unknown';
  if (reset.isUsed) return 'used';
  return reset.expiresAt > now ? 'open' : 'expired';
};

/** Returns the state of a link. It doesn't reveal the person of the link. */
export const readResetState = async (token: string, now: Instant): Promise<ResetState> =>
  toState(isToken(token) ? await findReset(hashToken(token)) : null, now);

function requireOpen(reset: StoredReset | null, now: Instant): StoredReset {
  const state = toState(reset, now);
  if (reset === null || state === 'unknown') throw new Problem('not-found', tReset('state.unknown.title'));
  if (state !== 'open') throw new Problem('conflict', tReset(`state.${state}.title`));
  return reset;
}

/**
 * Sets a new password by a link, once. Ends all sessions of the person and opens none, so that sign-in asks for
 * everything that it asks otherwise: the second factor and the passkeys stay. A mailed link also verifies the address of an
 * account without a second factor.
 *
 * @throws Problem 'not-found' or 'conflict' if the link doesn't work
 */
export async function resetPassword(
  context: Context<SystemActor>,
  { token, password }: z.output<typeof resetForm>,
): Promise<{ readonly changed: true }> {
  const at = context.clock.now();
  const tokenHash = hashToken(token);
  // Checked before the slow hash, so that invalid links cost nothing.
  const { personId: owner } = requireOpen(isToken(token) ? await findReset(tokenHash) : null, at);
  await requirePassword(owner);
  await requireStrongPasswordFor(owner, password);
  const passwordHash = await hashPassword(password);
  return inTransaction(async (transaction) => {
    // Before the link is read, so that a directory that adds the person at the same time ends the link.
    const person = await lockPerson(transaction, owner);
    const { resetId, personId, createdBy, isMailed } = requireOpen(
      await lockReset(transaction, tokenHash),
      at,
    );
    if (person === null || person.isDisabled)
      throw new Problem('conflict', tReset('problem.accountDisabled'));
    // Read under the lock, so that it is later than every sign-in that began with the former password.
    await setPasswordHash(transaction, personId, { passwordHash, at: context.clock.now() });
    await markResetUsed(transaction, resetId, at);
    await endResets(transaction, personId, at);
    // A factor may be of someone else who joined by a copied link. Then the mailbox alone verifies nothing.
    if (isMailed && !(await hasFactor(transaction, personId)))
      await recordEmailVerification(transaction, personId, at);
    const { endedSessions, endedTokens } = await takeAccountBack(transaction, personId, at);
    await queueSecurityNotice(transaction, { kind: 'passwordChanged', personId, at });
    // A mailed link is the person's own request.
    for (const businessId of isMailed ? [] : person.businessIds)
      await recordAccessGrant(transaction, { businessId, personId, grantedBy: createdBy, kind: 'reset', at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.reset-password',
      after: { endedSessions, endedTokens, createdBy },
    });
    return { changed: true };
  });
}
