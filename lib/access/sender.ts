import 'server-only';
import { headers } from 'next/headers.js';
import { env } from '#lib/platform/env.ts';

/** Where a request came from. */
export type Sender = { readonly address: string; readonly userAgent: string | null };

const longest = 256;

/**
 * The last address that one of ours added: the socket's own where nothing stands in front of us, else what the
 * outermost of our TRUST_PROXY proxies saw. What stands left of it is the sender's own invention.
 */
export function readClientAddress(forwardedFor: string | null, proxies: number): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim());
  return (chain.at(-Math.max(proxies, 1)) ?? chain[0] ?? '').slice(0, 64) || 'unknown';
}

export async function currentSender(): Promise<Sender> {
  const given = await headers();
  return {
    address: readClientAddress(given.get('x-forwarded-for'), env.TRUST_PROXY),
    userAgent: given.get('user-agent')?.slice(0, longest) ?? null,
  };
}
