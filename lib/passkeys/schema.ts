import * as z from 'zod';
import { tPasskeys } from '#lib/messages/factors.ts';
import type { Instant } from '#lib/values/instant.ts';

const businessId = z.string();

/** Bytes as browsers write them in JSON, up to this many characters. */
const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);

const credentialId = base64url(1_400);

/** A new passkey, as `startRegistration` of the browser returns it. Other fields are not needed. */
const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(12_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

export type Registration = z.output<typeof registration>;

/** A signed challenge, as `startAuthentication` of the browser returns it. */
export const assertionForm = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(100).nullish(),
  }),
});

export type Assertion = z.output<typeof assertionForm>;

const name = z
  .string()
  .trim()
  .min(1, { error: tPasskeys('nameMissing') })
  .max(60);

/** The business on whose page the person is. Passkeys belong to the person. */
export const ownPasskeysForm = z.object({ businessId });

export const addPasskeyForm = z.object({ businessId, name, registration });

export const renamePasskeyForm = z.object({ businessId, passkeyId: z.uuid(), name });

export const removePasskeyForm = z.object({ businessId, passkeyId: z.uuid() });

export const passkeyReauthenticationForm = z.object({ businessId, assertion: assertionForm });

export const startPasskeySignInForm = z.object({});

/** The second step of a sign-in with a password. */
export const passkeyStepForm = z.object({ assertion: assertionForm, remember: z.boolean() });

/** A passkey of the signed-in person. */
export type PasskeyView = {
  readonly passkeyId: string;
  readonly name: string;
  /** True if it can be synchronised to other devices. */
  readonly isSyncable: boolean;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
};

export type PasskeyList = { readonly passkeys: readonly PasskeyView[] };

/** With a first factor come new recovery codes, which are never shown again. Null: the person had a factor. */
export type AddedPasskey = PasskeyList & { readonly recoveryCodes: readonly string[] | null };
