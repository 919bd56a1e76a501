import 'server-only';
import type * as z from 'zod';
import { createOneTimeLink, hashToken, isToken, requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isMailConfigured, queueOneTimeLink, queueSecurityNotice } from '#lib/mail/index.ts';
import { tAccess, tEmailChange } from '#lib/messages/access.ts';
import { tMailOff } from '#lib/messages/settings.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { confirmPassword } from './confirm-password.ts';
import { writeAuditPerBusiness } from './disable-person.ts';
import type { StoredEmailChange } from './email-change-store.ts';
import { findEmailChange, insertEmailChange, lockEmailChange, storeEmail } from './email-change-store.ts';
import { requireOwnFactor } from './require-own-factor.ts';
import { invalidField } from './require-strong-password.ts';
import type { confirmEmailForm, requestEmailForm } from './schema.ts';
import { requirePasswordSignIn } from './single-sign-on-only.ts';
import { findAccount, findAccountById, isEmailVerified, lockPerson } from './store.ts';

const linkMs = 24 * 3_600_000;

/**
 * Mails a link to a new address of the signed-in person, and a notice to the current one. The address changes when the
 * link is opened. The current address can be verified in the same way, until it is. People with a second factor also prove it. The answer is the same for an address that another account
 * has, but no link is sent to it.
 *
 * @throws Problem 'reauthentication-required', 'invalid' at `currentPassword` or `email`, 'throttled', and 'conflict' without a mail server
 */
export async function requestEmailChange(
  context: Context<PersonActor>,
  { businessId, email, currentPassword }: z.output<typeof requestEmailForm>,
): Promise<{ readonly email: string }> {
  requirePermission(context, businessId, 'account.use');
  // Another domain would be a way in by password.
  requirePasswordSignIn(context.actor.email);
  if (!isMailConfigured()) throw new Problem('conflict', `${tMailOff('line')} ${tEmailChange('mailOff')}`);
  await requireOwnFactor(context);
  const account = await confirmPassword(context, currentPassword);
  const { personId } = account;
  const isOwn = email === account.email;
  const isFree = isOwn || (await findAccount(email)) === null;
  return inTransaction(async (transaction) => {
    if (isOwn && (await isEmailVerified(transaction, personId)))
      throw invalidField('email', tEmailChange('same'));
    const at = context.clock.now();
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    const { hash, seed } = createOneTimeLink();
    await insertEmailChange(transaction, {
      personId,
      email,
      tokenHash: hash,
      at,
      expiresAt: addMilliseconds(at, linkMs),
    });
    if (isFree)
      await queueOneTimeLink(transaction, { kind: 'email', personId, linkSeed: seed, address: email, at });
    await queueSecurityNotice(transaction, { kind: 'emailRequested', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.request-email',
      before: { email: account.email },
      after: { email },
    });
    return { email };
  });
}

type EmailChangeState =
  | { readonly state: 'unknown' | 'used' | 'expired' }
  | { readonly state: 'open'; readonly email: string };

function toState(change: StoredEmailChange | null, now: Instant): EmailChangeState {
  if (change === null) return { state: 'unknown' };
  if (change.isConfirmed) return { state: 'used' };
  return change.expiresAt > now ? { state: 'open', email: change.email } : { state: 'expired' };
}

/** Returns the state of a link for a new address. */
export const readEmailChange = async (token: string, now: Instant): Promise<EmailChangeState> =>
  toState(isToken(token) ? await findEmailChange(hashToken(token)) : null, now);

/**
 * Gives a person the address to which the link was mailed, once. Both addresses get a notice. Sessions stay. A link to the
 * current address verifies it, and only in a session of the account: the owner of the mailbox may know nothing of it.
 *
 * @throws Problem 'forbidden' for a link to the current address that someone else opens, 'not-found' or 'conflict' if the link doesn't work or another account has the address
 */
export async function confirmEmailChange(
  context: Context<SystemActor>,
  { token }: z.output<typeof confirmEmailForm>,
  signedIn: PersonId | null = null,
): Promise<{ readonly email: string }> {
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const change = isToken(token) ? await lockEmailChange(transaction, hashToken(token)) : null;
    const { state } = toState(change, at);
    if (change === null || state === 'unknown')
      throw new Problem('not-found', tEmailChange('state.unknown.title'));
    if (state !== 'open') throw new Problem('conflict', tEmailChange(`state.${state}.title`));
    const { personId, email } = change;
    const person = await lockPerson(transaction, personId);
    const former = await findAccountById(personId);
    if (former !== null) requirePasswordSignIn(former.email);
    const isOwn = former?.email === email;
    if (isOwn && signedIn !== personId) throw new Problem('forbidden', tEmailChange('signInFirst'));
    if (
      person === null ||
      former === null ||
      person.isDisabled ||
      !(await storeEmail(transaction, change, context.clock.now()))
    )
      throw new Problem('conflict', tEmailChange('taken'));
    if (isOwn) {
      await writeAuditPerBusiness(transaction, context, person, {
        action: 'person.verify-address',
        before: { verified: false },
        after: { verified: true },
      });
      return { email };
    }
    await queueSecurityNotice(transaction, { kind: 'emailChanged', personId, at, to: former.email });
    await queueSecurityNotice(transaction, { kind: 'emailChanged', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.change-email',
      before: { email: former.email },
      after: { email },
    });
    return { email };
  });
}
