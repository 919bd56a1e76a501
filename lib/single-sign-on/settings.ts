import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';

export type SingleSignOnSettings = {
  /** Without a final slash, so that identities stay linked when only the slash changes. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name on the button. */
  readonly name: string;
  /** The one algorithm of accepted tokens. Always one with a private key. */
  readonly algorithm: string;
  /** Email domains whose addresses may be linked. */
  readonly domains: readonly string[];
  /** The domains whose addresses count as verified if the provider doesn't say whether they are. */
  readonly trustedDomains: readonly string[];
  /** The role of people without an invitation, the one with the fewest rights, or null if only invited people get an account. */
  readonly justInTime: { readonly businessId: BusinessId; readonly role: Role } | null;
};

function readJustInTime(): SingleSignOnSettings['justInTime'] {
  const businessId = parseId<BusinessId>(env.OIDC_VIEWER_BUSINESS ?? '');
  return businessId === null ? null : { businessId, role: 'viewer' };
}

/** Returns the settings of single sign-on, or null if it is off. */
export function singleSignOnSettings(): SingleSignOnSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return {
    issuer: issuer.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    name: env.OIDC_NAME,
    // Every provider has to sign with it (OpenID Connect Discovery).
    algorithm: 'RS256',
    domains: env.OIDC_DOMAINS ?? [],
    trustedDomains: env.OIDC_TRUSTED_DOMAINS ?? [],
    justInTime: readJustInTime(),
  };
}

/** Returns the name for the button, or null if single sign-on is off. */
export const singleSignOnName = (): string | null => singleSignOnSettings()?.name ?? null;
