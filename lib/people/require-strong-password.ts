import 'server-only';
import { tPeople } from '#lib/messages/people.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { loadBreachedPasswords } from './breached-passwords.ts';
import { findWeakness, listPersonalWords } from './model-password.ts';
import { findAccountById, listBusinessNames } from './store.ts';

const texts = {
  common: tPeople('commonPassword'),
  pattern: tPeople('patternPassword'),
  personal: tPeople('personalPassword'),
} as const;

/** Refuses a new password that is easy to guess for this account. Throws Problem 'invalid' at the field `password`. */
export async function requireStrongPassword(
  account: { readonly name: string; readonly email: string; readonly businessNames: readonly string[] },
  password: string,
): Promise<void> {
  const weakness = findWeakness(password, listPersonalWords(account), await loadBreachedPasswords());
  if (weakness !== null) throw invalidField('password', texts[weakness]);
}

/** Does the same for the account of a person. An unknown person passes: the caller refuses them. */
export async function requireStrongPasswordFor(personId: PersonId, password: string): Promise<void> {
  const account = await findAccountById(personId);
  if (account === null) return;
  const businessNames = await listBusinessNames(personId);
  await requireStrongPassword({ ...account, businessNames }, password);
}

/** Returns the problem of one field of a form. */
export const invalidField = (field: string, message: string): Problem =>
  new Problem('invalid', message, { fieldErrors: { [field]: [message] } });
