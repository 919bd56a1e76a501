import 'server-only';
import { refundSingleSignOn } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { auditRefusedReauthentication, lockPerson, recordReauthentication } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findLinkedPerson, touchIdentity } from './identity-store.ts';
import { SingleSignOnError } from './problem.ts';
import { identityClaims } from './schema.ts';
import type { SingleSignOnSettings } from './settings.ts';

/**
 * Confirms by single sign-on that the person of this session is still the one who signed in. Needs verified claims of a
 * renewed sign-in at the provider, and an identity that is linked to this person. Opens no session and links nothing.
 *
 * @throws SingleSignOnError 'other-person' or 'restart', and Problem 'unauthenticated' if the session has ended
 */
export async function reauthenticateWithIdentity(
  context: Context<PersonActor>,
  input: unknown,
  { issuer }: SingleSignOnSettings,
  address: string,
): Promise<void> {
  const { personId } = context.actor;
  const parsed = identityClaims.safeParse(input);
  const identity = parsed.success ? { issuer, subject: parsed.data.sub } : null;
  if (identity === null || (await findLinkedPerson(identity)) !== personId)
    throw new SingleSignOnError('other-person', 'the identity is not of the signed-in person');
  await inTransaction(async (transaction) => {
    await lockPerson(transaction, personId);
    if (!(await touchIdentity(transaction, identity, personId, context.clock.now())))
      throw new SingleSignOnError('restart', 'the identity was unlinked meanwhile');
    await recordReauthentication(transaction, context, 'single-sign-on');
  });
  await refundSingleSignOn(address);
}

/** Records an answer of the provider that doesn't prove who the signed-in person is. */
export const auditRefusedConfirmation = (context: Context<PersonActor>): Promise<void> =>
  auditRefusedReauthentication(context, 'single-sign-on');
