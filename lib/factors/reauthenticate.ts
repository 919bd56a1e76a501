import 'server-only';
import type * as z from 'zod';
import {
  isSingleSignOnRequired,
  requirePermission,
  requireRecentAuthentication,
  requireRecentFactor,
} from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  auditRefusedReauthentication,
  confirmCurrentPassword,
  reauthenticate,
  recordReauthentication,
} from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { checkFactor, codeMissing } from './check-factor.ts';
import { readFactorNeed } from './queries.ts';
import type { reauthenticateFullyForm } from './schema.ts';

/**
 * Requires an authentication that is recent and as strong as the account: people with a second factor must have
 * verified it in this session. A remembered browser proves none. Changes of factors call it, because a new factor is a new
 * way into the account. People who must use single sign-on have the strength of their provider.
 *
 * @throws Problem 'reauthentication-required'
 */
export async function requireFullAuthentication(context: Context<PersonActor>): Promise<void> {
  const { personId, email } = context.actor;
  const { hasFactor } = await readFactorNeed(personId);
  if (hasFactor && !isSingleSignOnRequired(email)) await requireRecentFactor(context);
  else await requireRecentAuthentication(context);
}

/**
 * Confirms by password that the person of this session is still the one who signed in. People with an authenticator app
 * also enter a code of it, or a recovery code. People with passkeys only may add a recovery code. Sensitive actions work for 15 minutes afterwards.
 *
 * @throws Problem 'invalid' at the field `currentPassword` or `code`, 'throttled' after ten wrong ones, and 'conflict'
 * for people whose passwords don't work
 */
export async function reauthenticateFully(
  context: Context<PersonActor>,
  { businessId, currentPassword, code }: z.output<typeof reauthenticateFullyForm>,
): Promise<{ readonly isConfirmed: true }> {
  requirePermission(context, businessId, 'account.use');
  const { personId } = context.actor;
  const { hasTotp, hasFactor } = await readFactorNeed(personId);
  if (!hasFactor || (!hasTotp && code === undefined))
    return reauthenticate(context, { businessId, currentPassword });
  // The password comes first. Otherwise a stolen session could use up codes, or learn that there is an app.
  await confirmCurrentPassword(context, currentPassword);
  if (code === undefined) throw codeMissing();
  const proof = await checkFactor(context, { personId, device: null }, { kind: 'code', code }).catch(
    async (thrown: unknown) => {
      if (thrown instanceof Problem && thrown.code === 'invalid')
        await auditRefusedReauthentication(context, 'password');
      throw thrown;
    },
  );
  await inTransaction((transaction) => recordReauthentication(transaction, context, 'password', proof));
  return { isConfirmed: true };
}
