import 'server-only';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Sender } from '#lib/access/index.ts';
import { admitPasskeyChallenge } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { PendingSignIn } from '#lib/factors/index.ts';
import { completePendingSignIn, requirePendingSignIn } from '#lib/factors/index.ts';
import { tPasskeys } from '#lib/messages/factors.ts';
import type { SignedIn } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ChallengeUse } from './challenge-store.ts';
import { createChallenge } from './challenge-store.ts';
import { challengeMinutes } from './model.ts';
import { findRelyingParty } from './relying-party.ts';
import { passkeyStepForm } from './schema.ts';
import { findPasskeys, storePasskeyUse } from './store.ts';
import { toDescriptors } from './to-descriptors.ts';
import { verifyAssertion } from './verify-assertion.ts';

const toUse = ({ pendingId }: PendingSignIn): ChallengeUse => ({
  purpose: 'second-factor',
  sessionId: null,
  pendingId,
});

const refused = () => new Problem('invalid', tPasskeys('secondStep.refused'));

/**
 * Starts the second step of a sign-in with a passkey of the person whose password was right.
 *
 * @throws Problem 'not-found' if the sign-in has ended, 'throttled', and 'conflict' where browsers allow no passkeys
 */
export async function startPasskeyStep(
  context: Context<SystemActor>,
  token: string | null,
  { address }: Sender,
): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON }> {
  const pending = await requirePendingSignIn(context, token);
  const site = findRelyingParty();
  if (site === null) throw new Problem('conflict', tPasskeys('off'));
  await admitPasskeyChallenge(address);
  const challenge = await createChallenge(toUse(pending), context.clock.now());
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    allowCredentials: toDescriptors(await findPasskeys(pending.personId)),
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  });
  return { options };
}

const auditRefusal = (context: Context<SystemActor>, { personId }: PendingSignIn): Promise<void> =>
  inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: null,
      action: 'session.refuse-factor',
      objectType: 'person',
      objectId: personId,
      after: { method: 'passkey' },
    }),
  );

/**
 * Opens the session of a sign-in that waits, with a passkey of its person. The challenge belongs to this sign-in.
 *
 * @throws Problem 'not-found' if the sign-in has ended, and 'invalid' with one message for every other reason
 */
export async function passSecondStepWithPasskey(
  context: Context<SystemActor>,
  input: unknown,
  token: string | null,
  sender: Sender,
): Promise<SignedIn> {
  const pending = await requirePendingSignIn(context, token);
  const parsed = passkeyStepForm.safeParse(input);
  if (!parsed.success) throw refused();
  const { assertion, remember } = parsed.data;
  const result = await verifyAssertion(context, assertion, toUse(pending));
  if (!result.isVerified || result.passkey.personId !== pending.personId) {
    const reason = result.isVerified ? 'another person' : result.reason;
    context.log.warn({ reason, personId: pending.personId }, 'passkey refused');
    countSignIn('wrong-factor');
    await auditRefusal(context, pending);
    throw refused();
  }
  const { passkey, counter, isBackedUp } = result;
  const settle = async (transaction: Parameters<typeof storePasskeyUse>[0]) => {
    const at = context.clock.now();
    if (!(await storePasskeyUse(transaction, passkey, { counter, isBackedUp, at }))) throw refused();
    return 'passkey';
  };
  return completePendingSignIn(context, pending, { remember, settle }, sender);
}
