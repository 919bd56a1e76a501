import 'server-only';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { claimSingleSignOnState } from '#lib/access/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { SessionId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';
import { createBoundedAgent } from './bounded-agent.ts';
import type { ConfirmationProblem } from './model.ts';
import { providerId } from './model.ts';
import { SingleSignOnError, toProblem } from './problem.ts';
import type { SingleSignOnSettings } from './settings.ts';

/** One request of the protocol, and what became of it. next-auth itself can pass on only a word in an address. */
export type SingleSignOnAttempt = {
  problem: ConfirmationProblem | null;
  sessionId: SessionId | null;
  /** True if the signed-in person confirmed who they are. Then no session was opened. */
  isConfirmed: boolean;
  /** When the person signed in at the provider. Null if its token doesn't say so. */
  authenticatedAt: Instant | null;
};

export const createSingleSignOnAttempt = (): SingleSignOnAttempt => ({
  problem: null,
  sessionId: null,
  isConfirmed: false,
  authenticatedAt: null,
});

/** A provider's clock may be ahead by this time. */
const maxSkewSeconds = 60;
/** Some providers send the time of the sign-in only if it is requested (OpenID Connect Core, section 5.5). */
const requestedClaims = JSON.stringify({ id_token: { auth_time: { essential: true } } });
const requestTimeoutMs = 5_000;
const maxLoggedLength = 300;

type TokenClaims = {
  readonly sub: string;
  readonly iat: number;
  readonly auth_time?: number;
  readonly email?: string;
} & AddressClaims;

/** Claims of the ID token that say whose address this is. The userinfo endpoint doesn't repeat them. */
type AddressClaims = {
  readonly email_verified?: unknown;
  readonly xms_edov?: unknown;
  readonly acct?: unknown;
  readonly idp?: unknown;
};

const readAddressClaims = ({ email_verified, xms_edov, acct, idp }: AddressClaims): AddressClaims => ({
  // A denial stays one, also where the userinfo endpoint doesn't repeat it.
  ...(email_verified !== undefined && email_verified !== true && { email_verified }),
  ...(xms_edov !== undefined && { xms_edov }),
  ...(acct !== undefined && { acct }),
  ...(idp !== undefined && { idp }),
});

/** The final slash of an issuer makes no difference here. In tokens it does. */
const withoutSlash = (issuer: string): string => issuer.replace(/\/+$/, '');

/** Returns the address of the discovery document (OpenID Connect Discovery, section 4). */
export const discoveryAddress = (issuer: string): string =>
  `${withoutSlash(issuer)}/.well-known/openid-configuration`;

/** Returns true for an address to which the browser may be sent: https, or http on this machine for an issuer there. */
export function isProviderAddress(address: string, { issuer }: SingleSignOnSettings): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname) && issuer.startsWith('http:');
}

/** Refuses a discovery document of another issuer. Without this check it would choose who receives the client secret. */
export function requireIssuer(stated: unknown, { issuer }: SingleSignOnSettings): void {
  if (typeof stated !== 'string' || withoutSlash(stated) !== withoutSlash(issuer))
    throw new SingleSignOnError('invalid', 'the discovery document is of another issuer');
}

function requireCurrent({ iat }: { readonly iat: number }, nowSeconds: number): void {
  if (iat > nowSeconds + maxSkewSeconds)
    throw new SingleSignOnError('invalid', 'the token is from the future');
}

/**
 * Returns when the person signed in at the provider, or null if the token doesn't say so or names a time in the future.
 * A session at the provider may be days old, so a missing time never counts as now.
 */
function readAuthenticationTime(authTime: unknown, now: Instant): Instant | null {
  if (typeof authTime !== 'number' || !Number.isFinite(authTime) || authTime < 0) return null;
  const at = Math.floor(authTime * 1_000);
  return at > now + maxSkewSeconds * 1_000 ? null : instant(Math.min(at, now));
}

/** Refuses a sign-in at the provider from before this time. Not every provider follows `max_age`. */
function requireRenewed(
  { auth_time: at }: { readonly auth_time?: number },
  since: Instant,
  nowSeconds: number,
): void {
  if (typeof at !== 'number') throw new SingleSignOnError('not-recent', 'the token has no auth_time');
  const isRenewed = at >= Math.floor(since / 1_000) - maxSkewSeconds && at <= nowSeconds + maxSkewSeconds;
  if (!isRenewed) throw new SingleSignOnError('not-recent', 'the person did not sign in again');
}

/**
 * Returns the provider for next-auth, with state, nonce and PKCE. openid-client checks the signature with the one
 * algorithm of the settings, issuer, audience, expiry and nonce. It leaves three points open, which are checked here: the
 * issuer of the discovery document, a repeated state, and tokens from the future.
 *
 * With `renewedSince` the provider asks the person to sign in again, and its token must say that they did since then. This
 * confirms a person who is already signed in here.
 */
export function createIdentityProvider(
  settings: SingleSignOnSettings,
  {
    attempt,
    context,
    renewedSince,
  }: {
    readonly attempt: SingleSignOnAttempt;
    readonly context: Context<SystemActor>;
    readonly renewedSince?: Instant;
  },
): OAuthConfig<{ readonly sub: string }> {
  const renewal = renewedSince === undefined ? {} : { max_age: 0, prompt: 'login' };
  /** The claims of the checked token of this request. */
  let verified: TokenClaims | null = null;

  async function noteProblem<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      attempt.problem = toProblem(error);
      const reason = error instanceof Error ? error.message.slice(0, maxLoggedLength) : 'unknown';
      context.log.warn({ problem: attempt.problem, reason }, 'single sign-on failed');
      throw error;
    }
  }

  return {
    id: providerId,
    name: settings.name,
    type: 'oauth',
    wellKnown: discoveryAddress(settings.issuer),
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    client: { id_token_signed_response_alg: settings.algorithm },
    httpOptions: { timeout: requestTimeoutMs, agent: createBoundedAgent(settings.issuer) },
    authorization: { params: { scope: 'openid email profile', claims: requestedClaims, ...renewal } },
    token: {
      request: ({ client, provider, params, checks }) =>
        noteProblem(async () => {
          const { code, state, iss } = params;
          if (state === undefined || !('state' in checks) || checks.state !== state)
            throw new SingleSignOnError('restart', 'the state is not of this browser');
          if (!(await claimSingleSignOnState(state)))
            throw new SingleSignOnError('restart', 'the state was used before');
          requireIssuer(client.issuer.metadata.issuer, settings);
          const answered = {
            state,
            ...(code !== undefined && { code }),
            ...(iss !== undefined && { iss }),
          };
          const tokens = await client.callback(provider.callbackUrl, answered, {
            ...checks,
            response_type: 'code',
          });
          verified = tokens.claims();
          const nowSeconds = context.clock.now() / 1_000;
          requireCurrent(verified, nowSeconds);
          attempt.authenticatedAt = readAuthenticationTime(verified.auth_time, context.clock.now());
          if (renewedSince !== undefined) requireRenewed(verified, renewedSince, nowSeconds);
          return { tokens };
        }),
    },
    userinfo: {
      request: ({ client, tokens }) =>
        noteProblem(async () => {
          if (verified === null) throw new SingleSignOnError('invalid', 'there is no verified token');
          const { sub } = verified;
          const { access_token: token } = tokens;
          // Some providers put the address only here (OpenID Connect Core, section 5.4).
          const isElsewhere =
            verified.email === undefined && client.issuer.metadata.userinfo_endpoint !== undefined;
          if (!isElsewhere || token === undefined) return verified;
          const information = await client.userinfo(token);
          if (information.sub !== sub)
            throw new SingleSignOnError('invalid', 'the address is of another subject');
          return { ...information, ...readAddressClaims(verified), sub };
        }),
    },
    profile: ({ sub }) => ({ id: sub }),
  };
}
