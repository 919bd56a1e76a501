import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';

const text = z.string().optional().catch(undefined);

/** The claims of an ID token whose signature, issuer, audience, times and nonce are right. */
export const identityClaims = z.object({
  /** OpenID Connect Core, section 2: at most 255 ASCII characters. */
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: text,
  /** Only the value `true` counts. */
  email_verified: z.unknown().optional(),
  /** Microsoft Entra ID: false if the tenant doesn't own the domain of the address. */
  xms_edov: z.unknown().optional(),
  /** Microsoft Entra ID: 1 for a guest of the tenant. */
  acct: z.unknown().optional(),
  /** Microsoft Entra ID: the home of a guest, or the issuer itself. */
  idp: z.unknown().optional(),
  name: text,
});
export type IdentityClaims = z.output<typeof identityClaims>;

/** The business on whose page the person is. */
export const confirmationMethodsForm = z.object({ businessId: z.string() });

/** The ways in which the signed-in person can confirm who they are, besides passkeys. */
export type ConfirmationMethods = {
  readonly hasPassword: boolean;
  /**
   * The code beside the password. `app`: one of the authenticator app, or a recovery code. `recovery`: a recovery code, which
   * replaces a passkey that the person can't use.
   */
  readonly code: 'app' | 'recovery' | null;
  /** The name of the provider, or null if no identity is linked. */
  readonly singleSignOn: string | null;
};

/** The linked identity of the signed-in person. */
export type IdentityView = {
  /** The name of the provider. */
  readonly name: string;
  /** Null if no identity is linked. */
  readonly linked: {
    readonly email: string;
    readonly linkedAt: Instant;
    readonly lastUsedAt: Instant;
  } | null;
};
