import 'server-only';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Sender } from '#lib/access/index.ts';
import { admitPasskeyChallenge, isSingleSignOnRequired } from '#lib/access/index.ts';
import { tPasskeys } from '#lib/messages/factors.ts';
import type { SignedIn, SignInSender } from '#lib/people/index.ts';
import { auditFailure, findAccountById, openAccount, recognizeDevice } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ChallengeUse } from './challenge-store.ts';
import { createChallenge } from './challenge-store.ts';
import { challengeMinutes } from './model.ts';
import { findRelyingParty } from './relying-party.ts';
import { assertionForm } from './schema.ts';
import { storePasskeyUse } from './store.ts';
import { verifyAssertion } from './verify-assertion.ts';

const use: ChallengeUse = { purpose: 'sign-in', sessionId: null };

/** One message for every reason, so that it doesn't reveal who has a passkey or a disabled account. */
const refused = () => new Problem('unauthenticated', tPasskeys('signIn.refused'));

/**
 * Starts a sign-in with a passkey: the browser offers every passkey of this site. Needs no session.
 *
 * @throws Problem 'throttled', and 'conflict' where browsers allow no passkeys
 */
export async function startPasskeySignIn(
  context: Context<SystemActor>,
  { address }: Sender,
): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON }> {
  const site = findRelyingParty();
  if (site === null) throw new Problem('conflict', tPasskeys('off'));
  await admitPasskeyChallenge(address);
  const challenge = await createChallenge(use, context.clock.now());
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  });
  return { options };
}

/**
 * Opens a session with a passkey, without a password. The device verified the person, so this counts as two factors.
 * A passkey can't be guessed, so it never waits for the delays of wrong passwords.
 *
 * @throws Problem 'unauthenticated', with the same message for every reason
 */
export async function signInWithPasskey(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<SignedIn> {
  const parsed = assertionForm.safeParse(input);
  if (!parsed.success) throw refused();
  const result = await verifyAssertion(context, parsed.data, use);
  const account = result.passkey === null ? null : await findAccountById(result.passkey.personId);
  const isBarred = account !== null && (account.isDisabled || isSingleSignOnRequired(account.email));
  if (!result.isVerified || account === null || isBarred) {
    countSignIn('wrong');
    // Invented passkeys are not recorded, because anyone could fill the log with them.
    if (account !== null) {
      const reason = result.isVerified ? 'the account is disabled' : result.reason;
      context.log.warn({ reason, personId: account.personId }, 'passkey refused');
      await auditFailure(context, account.email, account, sender);
    }
    throw refused();
  }
  const { passkey, counter, isBackedUp } = result;
  const device = recognizeDevice(account, await sender.knownDevice(account.personId));
  return openAccount(context, { account, device }, sender, async (transaction) => {
    const at = context.clock.now();
    if (!(await storePasskeyUse(transaction, passkey, { counter, isBackedUp, at }))) throw refused();
    return 'passkey';
  });
}
