import 'server-only';

/**
 * Events that leave the product: endpoints of a business, the outbox that is written with each fact, and its delivery by
 * Standard Webhooks. The fold decides which facts are events (lib/observations/effects/record-events.ts). Changes of review cases
 * go only to endpoints that two people agreed to.
 */
export type { CaseEvent } from './case-event-store.ts';
export { storeCaseEvents } from './case-event-store.ts';
export { deliverEvents } from './deliver-events.ts';
export type { RecordEvent } from './delivery-store.ts';
export { deleteDeliveries, emptyOldDeliveries, storeEvents } from './delivery-store.ts';
export { listEndpointProposals, readEvents } from './queries.ts';
export { createSecret, decryptSecret, encryptSecret } from './secrets.ts';
export { disableEveryEndpoint, insertEndpoint } from './store.ts';
export { isEndpointUrl, resolveTargets, toLookup } from './target-address.ts';
