import 'server-only';
import type * as z from 'zod';
import { isSingleSignOnRequired, requirePermission } from '#lib/access/index.ts';
import { readFactorNeed } from '#lib/factors/index.ts';
import { findAccountById } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findIdentity } from './identity-store.ts';
import { isAccountOfProvider } from './model.ts';
import type { ConfirmationMethods, confirmationMethodsForm, IdentityView } from './schema.ts';
import { singleSignOnSettings } from './settings.ts';

/** Returns the linked identity of the signed-in person, or null if single sign-on is off. */
export async function readIdentity({ actor }: Context<PersonActor>): Promise<IdentityView | null> {
  const settings = singleSignOnSettings();
  if (settings === null) return null;
  const identity = await findIdentity(actor.personId, settings.issuer);
  if (identity === null) return { name: settings.name, linked: null };
  const { email, linkedAt, lastUsedAt } = identity;
  return { name: settings.name, linked: { email, linkedAt, lastUsedAt } };
}

/**
 * Returns how the signed-in person can confirm who they are, besides passkeys.
 *
 * @throws Problem 'not-found'
 */
export async function readConfirmationMethods(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof confirmationMethodsForm>,
): Promise<ConfirmationMethods> {
  requirePermission(context, businessId, 'account.use');
  const { personId, email } = context.actor;
  const { hasTotp, hasPasskey } = await readFactorNeed(personId);
  const settings = singleSignOnSettings();
  const identity = settings === null ? null : await findIdentity(personId, settings.issuer);
  const account = identity === null ? null : await findAccountById(personId);
  const isWithoutPassword = account !== null && identity !== null && isAccountOfProvider(account, identity);
  return {
    hasPassword: !isSingleSignOnRequired(email) && !isWithoutPassword,
    code: hasTotp ? 'app' : hasPasskey ? 'recovery' : null,
    singleSignOn: settings !== null && identity !== null ? settings.name : null,
  };
}
