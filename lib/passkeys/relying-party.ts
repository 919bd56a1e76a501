import 'server-only';
import { isIP } from 'node:net';
import { env } from '#lib/platform/env.ts';

/** The site to which passkeys belong. */
export type RelyingParty = {
  /** The host name without a port. Passkeys of another host name don't work here. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
};

/**
 * Returns the site of APP_URL, or null where browsers allow no passkeys: they need a host name, and https unless it is
 * localhost.
 */
export function findRelyingParty(): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(env.APP_URL);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSafe ? null : { id: hostname, origin, name: 'Countinghouse' };
}
