import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { tPasskeys } from '#lib/messages/factors.ts';

/** Load this file only when a person uses a passkey: few pages need it. */

type Answer<Response> =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly problem: string };

function toProblem(thrown: unknown): string {
  const isHere =
    thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return tPasskeys(isHere ? 'alreadyHere' : 'canceled');
}

async function ask<Response>(request: () => Promise<Response>): Promise<Answer<Response>> {
  if (!browserSupportsWebAuthn()) return { ok: false, problem: tPasskeys('unsupported') };
  try {
    return { ok: true, response: await request() };
  } catch (thrown) {
    return { ok: false, problem: toProblem(thrown) };
  }
}

/** Lets the browser sign the challenge with a passkey. */
export const signWithPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<Answer<AuthenticationResponseJSON>> => ask(() => startAuthentication({ optionsJSON }));

/** Lets the browser create a passkey. */
export const createPasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Answer<RegistrationResponseJSON>> => ask(() => startRegistration({ optionsJSON }));
