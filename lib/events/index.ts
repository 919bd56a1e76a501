import 'server-only';

/**
 * Events that leave the product: endpoints of a business, the outbox that is written with each fact, and its delivery by
 * Standard Webhooks. The fold decides which facts are events (lib/observations/effects/record-events.ts).
 */
export { deliverEvents } from './deliver-events.ts';
export type { RecordEvent } from './delivery-store.ts';
export { deleteDeliveries, emptyOldDeliveries, storeEvents } from './delivery-store.ts';
export { readEvents } from './queries.ts';
export { createSecret, decryptSecret, encryptSecret } from './secrets.ts';
export { disableEveryEndpoint, insertEndpoint } from './store.ts';
export { isEndpointUrl, resolveTargets, toLookup } from './target-address.ts';
