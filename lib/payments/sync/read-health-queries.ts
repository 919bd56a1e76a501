import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { findReadState } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';

/** State of reading payments: set up, and answered by the service. */
export type ReadHealth = {
  readonly isSetUp: boolean;
  /** Null: none was ever read. */
  readonly lastReadAt: Instant | null;
  /** Since when no payment could be read, with the error of the latest attempt. Null while reading works. */
  readonly failing: { readonly since: Instant; readonly error: string } | null;
};

/**
 * Returns how well reading payments works at this business.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findReadHealth(context: Context<PersonActor>, business: string): Promise<ReadHealth> {
  const { businessId } = requirePermission(context, business, 'read');
  const state = await findReadState(businessId, 'payments');
  return {
    isSetUp: canReadPayments(),
    lastReadAt: state?.successAt ?? null,
    failing: state?.failingSince === undefined ? null : { since: state.failingSince, error: state.message },
  };
}
