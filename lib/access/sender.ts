import 'server-only';
import { headers } from 'next/headers.js';
import { env } from '#lib/platform/env.ts';

/** The address and browser of a request. */
export type Sender = { readonly address: string; readonly userAgent: string | null };

const maxUserAgentLength = 256;

/**
 * Returns the last address that one of our proxies added: the socket's own without a proxy, else what the outermost
 * of the TRUST_PROXY proxies saw. Addresses to its left may be forged.
 */
export function readClientAddress(forwardedFor: string | null, proxies: number): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim());
  return (chain.at(-Math.max(proxies, 1)) ?? chain[0] ?? '').slice(0, 64) || 'unknown';
}

export async function readRequestSender(): Promise<Sender> {
  const requestHeaders = await headers();
  return {
    address: readClientAddress(requestHeaders.get('x-forwarded-for'), env.TRUST_PROXY),
    userAgent: requestHeaders.get('user-agent')?.slice(0, maxUserAgentLength) ?? null,
  };
}
