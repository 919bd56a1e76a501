import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';

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
  const state = await database().serviceReadingState.findUnique({
    where: { businessId_kind: { businessId, kind: 'payments' } },
  });
  return {
    isSetUp: canReadPayments(),
    lastReadAt: mapNullable(state?.lastSuccessAt ?? null, fromDate),
    failing: mapNullable(state?.failingSince ?? null, (since) => ({
      since: fromDate(since),
      error: state?.errorMessage ?? '',
    })),
  };
}
