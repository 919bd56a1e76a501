import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { requireList, requireText } from '#lib/values/assumptions/checks.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';

/** Variables of single sign-on by OpenID Connect, and their dependencies. */

/** Returns true for an address with https, or with http on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

const domainName = /^(?=.{3,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;
const isDomain = (value: string): boolean => domainName.test(value.toLowerCase());
/** Letters outside ASCII are refused, as in every address of an account. */
const isAddress = (value: string): boolean =>
  /^[\x21-\x7e]+$/.test(value) && z.email().safeParse(value).success;

const toLowerCase = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase());
const domains = requireList(tEnvironment('expected.domains'), isDomain).transform(toLowerCase);
const expectedIssuer = tEnvironment('expected.issuer');

export const singleSignOnVariables = {
  OIDC_ISSUER: requireText(expectedIssuer).refine(isIssuer, { error: expectedIssuer }).optional(),
  OIDC_CLIENT_ID: requireText(tEnvironment('expected.clientId')).optional(),
  OIDC_CLIENT_SECRET: requireText(tEnvironment('expected.clientSecret')).optional(),
  OIDC_DOMAINS: domains.optional(),
  OIDC_BREAK_GLASS: requireList(tEnvironment('expected.emailAddresses'), isAddress)
    .transform(toLowerCase)
    .optional(),
};

/** Variables that have no effect without an issuer. The parts without sign-in may have a placeholder as the secret. */
const withoutDefault = ['OIDC_CLIENT_ID', 'OIDC_DOMAINS', 'OIDC_BREAK_GLASS'] as const;

/** Returns a line for each invalid combination of the variables of single sign-on. */
export function listSingleSignOnConflicts(present: Readonly<Record<string, string>>): string[] {
  const has = (name: keyof typeof singleSignOnVariables) => present[name] !== undefined;
  if (!has('OIDC_ISSUER')) return withoutDefault.some(has) ? [tEnvironment('missingIssuer')] : [];
  const needed = {
    OIDC_CLIENT_ID: tEnvironment('expected.clientId'),
    OIDC_CLIENT_SECRET: tEnvironment('expected.clientSecret'),
    OIDC_DOMAINS: tEnvironment('expected.domains'),
  };
  return Object.entries(needed)
    .filter(([name]) => present[name] === undefined)
    .map(([name, expected]) => tEnvironment('missing', { name, expected }));
}
