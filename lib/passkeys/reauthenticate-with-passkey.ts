import 'server-only';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPasskeys } from '#lib/messages/factors.ts';
import { auditRefusedReauthentication, recordReauthentication } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ChallengeUse } from './challenge-store.ts';
import { createChallenge } from './challenge-store.ts';
import { challengeMinutes } from './model.ts';
import { findRelyingParty } from './relying-party.ts';
import type { ownPasskeysForm, passkeyReauthenticationForm } from './schema.ts';
import { findPasskeys, storePasskeyUse } from './store.ts';
import { toDescriptors } from './to-descriptors.ts';
import { verifyAssertion } from './verify-assertion.ts';

const toUse = ({ actor }: Context<PersonActor>): ChallengeUse => ({
  purpose: 'reauthenticate',
  sessionId: actor.sessionId,
});

const refused = () => new Problem('invalid', tPasskeys('reauthentication.refused'));

/**
 * Starts a confirmation of the signed-in person with one of their passkeys. `options` is null if there is none.
 *
 * @throws Problem 'not-found'
 */
export async function startPasskeyReauthentication(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof ownPasskeysForm>,
): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON | null }> {
  requirePermission(context, businessId, 'account.use');
  const site = findRelyingParty();
  const passkeys = site === null ? [] : await findPasskeys(context.actor.personId);
  if (site === null || passkeys.length === 0) return { options: null };
  const challenge = await createChallenge(toUse(context), context.clock.now());
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    allowCredentials: toDescriptors(passkeys),
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  });
  return { options };
}

/**
 * Confirms by passkey that the person of this session is still the one who signed in. Sensitive actions work for 15
 * minutes afterwards.
 *
 * @throws Problem 'invalid' if the passkey is not one of theirs or the challenge has expired
 */
export async function reauthenticateWithPasskey(
  context: Context<PersonActor>,
  { businessId, assertion }: z.output<typeof passkeyReauthenticationForm>,
): Promise<{ readonly isConfirmed: true }> {
  requirePermission(context, businessId, 'account.use');
  const result = await verifyAssertion(context, assertion, toUse(context));
  if (!result.isVerified || result.passkey.personId !== context.actor.personId) {
    context.log.warn({ reason: result.isVerified ? 'another person' : result.reason }, 'passkey refused');
    if (result.passkey !== null) await auditRefusedReauthentication(context, 'passkey');
    throw refused();
  }
  const { passkey, counter, isBackedUp } = result;
  await inTransaction(async (transaction) => {
    const at = context.clock.now();
    if (!(await storePasskeyUse(transaction, passkey, { counter, isBackedUp, at }))) throw refused();
    await recordReauthentication(transaction, context, 'passkey', 'passkey');
  });
  return { isConfirmed: true };
}
