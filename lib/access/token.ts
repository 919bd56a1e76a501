import 'server-only';
import * as z from 'zod';
import { env } from '#lib/platform/env.ts';

/** Loads next-auth's tokens with the first one: intake and worker never see any. */
const loadLibrary = () => import('next-auth/jwt');

/** The header of the tokens that are accepted: encrypted and authenticated by AES-256-GCM under our key, and no others. */
const acceptedHeader = z.object({ alg: z.literal('dir'), enc: z.literal('A256GCM') });

function parseHeader(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
  } catch {
    return null;
  }
}

/** Returns true if the token says that it has the one accepted algorithm. next-auth itself accepts every algorithm of its library. */
export const hasAcceptedAlgorithm = (token: string): boolean =>
  acceptedHeader.safeParse(parseHeader(token)).success;

/** Returns the claims of a token of ours, or null if it is forged, expired, or made under another secret or algorithm. */
export async function decodeToken(
  token: string,
  salt = '',
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!hasAcceptedAlgorithm(token)) return null;
  const { decode } = await loadLibrary();
  return decode({ token, secret: env.NEXTAUTH_SECRET, salt }).catch(() => null);
}

/** Creates an encrypted token. `salt` derives a key of its own for each purpose. */
export async function encodeToken(
  token: Readonly<Record<string, unknown>>,
  { salt, maxAge }: { readonly salt: string; readonly maxAge: number },
): Promise<string> {
  const { encode } = await loadLibrary();
  return encode({ token, secret: env.NEXTAUTH_SECRET, salt, maxAge });
}
