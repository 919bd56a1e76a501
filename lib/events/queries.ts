import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { listDeliveries } from './delivery-store.ts';
import { reviewEndpointProposals } from './endpoint-proposals.ts';
import { isChat } from './model.ts';
import { isWaiting, mayKnow } from './require-endpoint.ts';
import type { EventsView, ReviewEndpointProposal } from './schema.ts';
import { decryptSecret, writePublicKey } from './secrets.ts';
import type { StoredEndpoint } from './store.ts';
import { findEndpoints } from './store.ts';

function readKeys({ secret, endpointId, format }: StoredEndpoint) {
  const keys = decryptSecret(secret, endpointId);
  const publicKey = keys === null || isChat(format) ? null : writePublicKey(keys);
  return { isReadable: keys !== null, publicKey };
}

/** Returns a time that hasn't come yet. */
const toFuture = (at: Instant | null | undefined, now: Instant): Instant | null =>
  at !== null && at !== undefined && at > now ? at : null;

/** Returns the endpoints for review cases that wait for approval. The caller has checked the permission. */
export const listEndpointProposals = (
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<readonly ReviewEndpointProposal[]> => listProposals(context, reviewEndpointProposals, businessId);

/**
 * Returns the endpoints of a business that the person may know of, with the newest events of one of them.
 *
 * @throws Problem 'forbidden' for people who don't manage the connection
 */
export async function readEvents(
  context: Context<PersonActor>,
  business: string,
  endpoint: string | null,
): Promise<EventsView> {
  const scope = requirePermission(context, business, 'connection.manage');
  const { businessId } = scope;
  const endpoints = (await findEndpoints(businessId)).filter(
    (stored) => mayKnow(scope, stored.format) && !isWaiting(stored),
  );
  const now = context.clock.now();
  const shown = (endpoints.find(({ endpointId }) => endpointId === endpoint) ?? endpoints[0])?.endpointId;
  return {
    endpoints: endpoints.map((stored) => ({
      endpointId: stored.endpointId,
      format: stored.format,
      url: stored.url,
      channel: stored.channel,
      types: stored.types,
      ...readKeys(stored),
      formerUntil: toFuture(stored.former?.until, now),
      pausedUntil: toFuture(stored.pausedUntil, now),
      failingSince: stored.failingSince,
      disabled: stored.disabled,
    })),
    proposals: scope.may('review.work') ? await listEndpointProposals(context, businessId) : null,
    shown: shown ?? null,
    deliveries: shown === undefined ? [] : await listDeliveries(shown),
  };
}
