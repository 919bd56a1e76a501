import 'server-only';
import type { Instant } from '#lib/values/instant.ts';
import type { FormerKeys } from './secrets.ts';
import { decryptSecret, unpackFormerKeys } from './secrets.ts';
import type { StoredEndpoint } from './store.ts';

/** Returns the former keys of an endpoint that still sign, newest first. */
export function listFormerKeys(
  { endpointId, former }: Pick<StoredEndpoint, 'endpointId' | 'former'>,
  now: Instant,
): readonly FormerKeys[] {
  const secret = former === null ? null : decryptSecret(former.secret, endpointId);
  return secret === null ? [] : unpackFormerKeys(secret).filter(({ until }) => until > now);
}
