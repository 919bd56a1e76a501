import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listDeliveries } from './delivery-store.ts';
import type { EventsView } from './schema.ts';
import { decryptSecret, writePublicKey } from './secrets.ts';
import type { StoredEndpoint } from './store.ts';
import { findEndpoints } from './store.ts';

function readPublicKey({ secret, endpointId }: StoredEndpoint): string | null {
  const keys = decryptSecret(secret, endpointId);
  return keys === null ? null : writePublicKey(keys);
}

/**
 * Returns the endpoints of a business, with the newest events of one of them.
 *
 * @throws Problem 'forbidden' for people who don't manage the connection
 */
export async function readEvents(
  context: Context<PersonActor>,
  business: string,
  endpoint: string | null,
): Promise<EventsView> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  const endpoints = await findEndpoints(businessId);
  const now = context.clock.now();
  const shown = (endpoints.find(({ endpointId }) => endpointId === endpoint) ?? endpoints[0])?.endpointId;
  return {
    endpoints: endpoints.map((stored) => ({
      endpointId: stored.endpointId,
      url: stored.url,
      types: stored.types,
      publicKey: readPublicKey(stored),
      formerUntil: stored.former !== null && stored.former.until > now ? stored.former.until : null,
      failingSince: stored.failingSince,
      disabled: stored.disabled,
    })),
    shown: shown ?? null,
    deliveries: shown === undefined ? [] : await listDeliveries(shown),
  };
}
