import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readReprocessings } from '../reprocess/reprocess-store.ts';
import type { ReprocessingView } from '../schema/reprocess.ts';

/** The newest reprocessings of a business, with what they found. Throws Problem 'not-found' or 'forbidden'. */
export async function listReprocessings(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly runs: readonly ReprocessingView[] }> {
  const { businessId } = requirePermission(context, business, 'callbacks.manage');
  return { runs: await readReprocessings(businessId) };
}
