import 'server-only';
import { admitPasswordCheck, clearPasswordChecks } from '#lib/access/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { verifyPassword } from './password.ts';
import { invalidField } from './require-strong-password.ts';
import { requirePasswordSignIn } from './single-sign-on-only.ts';
import type { Account } from './store.ts';
import { findAccountById } from './store.ts';

/**
 * Checks the current password of the signed-in person and returns the account. Ten wrong ones block further checks for
 * up to 15 minutes.
 *
 * @throws Problem 'conflict' for an account that must use single sign-on, 'invalid' at the field `currentPassword`,
 * 'throttled', and 'unauthenticated' without an account
 */
export async function confirmPassword(
  { actor, log }: Context<PersonActor>,
  currentPassword: string,
): Promise<Account> {
  const account = await findAccountById(actor.personId);
  if (account === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
  requirePasswordSignIn(account.email);
  await admitPasswordCheck(actor.personId);
  if (!(await verifyPassword(account.passwordHash, currentPassword))) {
    log.warn('wrong current password');
    throw invalidField('currentPassword', tPeople('wrongCurrentPassword'));
  }
  await clearPasswordChecks(actor.personId);
  return account;
}
