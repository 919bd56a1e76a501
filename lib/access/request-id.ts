import 'server-only';
import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers.js';

export const requestIdHeader = 'x-request-id';
const plausible = /^[\w-]{8,64}$/;

/** The id that the request came with, from us or from a load balancer, or a new one. */
export const requestIdOf = (given: string | null): string =>
  given !== null && plausible.test(given) ? given : randomUUID();

/** The id of the request that is being answered. */
export async function currentRequestId(): Promise<string> {
  return requestIdOf((await headers()).get(requestIdHeader));
}
