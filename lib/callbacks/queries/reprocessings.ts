import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readReprocessings } from '../reprocess/reprocess-store.ts';
import type { ReprocessingView } from '../schema/reprocess.ts';

/**
 * Returns the newest reprocessing runs of a business with their differences.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listReprocessings(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly runs: readonly ReprocessingView[] }> {
  const { businessId } = requirePermission(context, business, 'callbacks.manage');
  return { runs: await readReprocessings(businessId) };
}
