import 'server-only';
import { env } from '#lib/platform/env.ts';

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
};

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
  };
}

/** Returns the name for the button, or null if single sign-on is off. */
export const singleSignOnName = (): string | null => singleSignOnSettings()?.name ?? null;
