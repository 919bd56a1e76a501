import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tEvents } from '#lib/messages/events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { EndpointFormat } from './model.ts';
import { isAboutCases } from './model.ts';
import type { StoredEndpoint } from './store.ts';
import { lockEndpoint } from './store.ts';
import { isEndpointUrl } from './target-address.ts';

/** Returns true if the person may know of endpoints of this format. */
export const mayKnow = ({ may }: Pick<Scope, 'may'>, format: EndpointFormat): boolean =>
  !isAboutCases(format) || may('review.work');

/** True until a second person has approved an endpoint. */
export const isWaiting = ({ disabled }: Pick<StoredEndpoint, 'disabled'>): boolean =>
  disabled?.for === 'approval';

/**
 * Returns the address as it is stored.
 *
 * @throws Problem 'invalid' for one that isn't public
 */
export function requireUrl(url: string): string {
  if (!isEndpointUrl(url))
    throw new Problem('invalid', tEvents('refused.url'), { fieldErrors: { url: [tEvents('refused.url')] } });
  return new URL(url).href;
}

/**
 * Locks an endpoint until the transaction ends.
 *
 * @throws Problem 'conflict' for one that was deleted or that the person may not know of, and for one that waits for approval
 */
export async function requireEndpoint(
  transaction: Transaction,
  scope: Pick<Scope, 'businessId' | 'may'>,
  endpointId: string,
): Promise<StoredEndpoint> {
  const endpoint = await lockEndpoint(transaction, endpointId);
  if (endpoint === null || endpoint.businessId !== scope.businessId || !mayKnow(scope, endpoint.format))
    throw new Problem('conflict', tEvents('refused.unknown'));
  if (isWaiting(endpoint)) throw new Problem('conflict', tEvents('refused.waiting'));
  return endpoint;
}

/** Locks an endpoint that is enabled. @throws Problem 'conflict', also for one that is disabled */
export async function requireEnabled(
  transaction: Transaction,
  scope: Pick<Scope, 'businessId' | 'may'>,
  endpointId: string,
): Promise<StoredEndpoint> {
  const endpoint = await requireEndpoint(transaction, scope, endpointId);
  if (endpoint.disabled !== null) throw new Problem('conflict', tEvents('refused.disabled'));
  return endpoint;
}
