import 'server-only';
import { emailAddress } from '#lib/people/schema.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ProviderSubject } from './identity-store.ts';
import type { IdentityClaims } from './schema.ts';
import { identityClaims } from './schema.ts';
import type { SingleSignOnSettings } from './settings.ts';

/** Why a person with a valid token gets no session. Only the audit log has it: the page shows one text for all. */
type Reason =
  | 'no-subject'
  | 'no-address'
  | 'unusual-address'
  | 'address-not-verified'
  | 'other-domain'
  | 'not-invited'
  | 'linked-otherwise'
  | 'disabled';

/** Rolls the transaction back. */
export class IdentityRefusal extends Error {
  readonly reason: Reason;
  readonly personId: PersonId | null;
  constructor(reason: Reason, personId: PersonId | null = null) {
    super(reason);
    this.name = 'IdentityRefusal';
    this.reason = reason;
    this.personId = personId;
  }
}

/** The claims of a person, with the address as an account would have it. */
export type Identity = ProviderSubject & {
  readonly claims: IdentityClaims;
  /** When the person signed in at the provider. Null: unknown, so that sensitive actions ask for a confirmation. */
  readonly authenticatedAt: Instant | null;
};

/** The answer of a provider, whose signature, issuer, audience, times and nonce are right. */
export type ProviderAnswer = { readonly claims: unknown; readonly authenticatedAt: Instant | null };

/** Returns the identity of verified claims. Throws IdentityRefusal without a subject. */
export function readIdentity(
  { claims, authenticatedAt }: ProviderAnswer,
  { issuer }: SingleSignOnSettings,
): Identity {
  const parsed = identityClaims.safeParse(claims);
  if (!parsed.success) throw new IdentityRefusal('no-subject');
  return { issuer, subject: parsed.data.sub, claims: parsed.data, authenticatedAt };
}

const trueTexts: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);

/**
 * Returns true if the address is verified. Microsoft Entra ID never says `email_verified`. It says whether the owner of the domain
 * is verified, and whether the person is a member, no guest whose address another organization chose.
 */
const isVerified = ({ email_verified, xms_edov, acct, idp }: IdentityClaims, issuer: string): boolean =>
  email_verified === true ||
  (email_verified === undefined &&
    trueTexts.has(xms_edov) &&
    (acct === 0 || acct === '0') &&
    (idp === undefined || idp === issuer));

/** Returns the address that links an account. Case doesn't matter, and letters outside ASCII are refused. */
export function requireLinkableAddress(
  { claims, issuer }: Identity,
  { domains }: SingleSignOnSettings,
): string {
  if (claims.email === undefined) throw new IdentityRefusal('no-address');
  const parsed = emailAddress.safeParse(claims.email);
  if (!parsed.success) throw new IdentityRefusal('unusual-address');
  const email = parsed.data;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!isVerified(claims, issuer)) throw new IdentityRefusal('address-not-verified');
  if (!domains.includes(domain)) throw new IdentityRefusal('other-domain');
  return email;
}
