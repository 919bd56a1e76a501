import 'server-only';
import type { Context } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { ChallengeUse } from './challenge-store.ts';
import { consumeChallenge } from './challenge-store.ts';
import { findRelyingParty } from './relying-party.ts';
import type { Assertion } from './schema.ts';
import type { StoredPasskey } from './store.ts';
import { findPasskey } from './store.ts';

/** A passkey that has just signed a challenge, after the device verified its person. */
type VerifiedPasskey = {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly isBackedUp: boolean;
};

/** The handle of a person in passkeys: the bytes of the id. It says nothing about the person. */
export const toUserHandle = (personId: PersonId): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex'));

/**
 * Returns the challenge that was signed, or null for invalid data. The library is loaded with the first passkey: it takes
 * memory that the worker never needs.
 */
export async function readChallenge(clientDataJSON: string): Promise<string | null> {
  try {
    const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** The result of a check: a passkey, or the reason for the log, with the passkey if there is one. */
type AssertionResult =
  | ({ readonly isVerified: true } & VerifiedPasskey)
  | { readonly isVerified: false; readonly reason: string; readonly passkey: StoredPasskey | null };

const refuse = (reason: string, passkey: StoredPasskey | null = null): AssertionResult => ({
  isVerified: false,
  reason,
  passkey,
});

/**
 * Checks a signed challenge: challenge, origin, host name, signature, counter, and that the device verified the person
 * by PIN or biometrics. The challenge is used up in any case.
 */
export async function verifyAssertion(
  context: Context,
  assertion: Assertion,
  use: ChallengeUse,
): Promise<AssertionResult> {
  const site = findRelyingParty();
  if (site === null) return refuse('passkeys are off');
  const challenge = await readChallenge(assertion.response.clientDataJSON);
  if (challenge === null || !(await consumeChallenge(challenge, use, context.clock.now())))
    return refuse('the challenge is unknown, used or expired');
  const passkey = await findPasskey(assertion.id);
  if (passkey === null) return refuse('the passkey is unknown');
  const { userHandle, ...response } = assertion.response;
  const expectedHandle = Buffer.from(toUserHandle(passkey.personId)).toString('base64url');
  if (userHandle && userHandle !== expectedHandle) return refuse('the passkey is of another person', passkey);
  try {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      requireUserVerification: true,
    });
    if (!verified) return refuse('the signature is wrong', passkey);
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
    return { isVerified: true, passkey, counter, isBackedUp };
  } catch (thrown) {
    // The library throws for every check that fails.
    return refuse(thrown instanceof Error ? thrown.message : 'the check failed', passkey);
  }
}
