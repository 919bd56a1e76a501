import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { latestReadings, readingTimes, storedObject } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { minimumChanges } from './model.ts';
import { readMinimumsRecord } from './reading.ts';
import type { MinimumsView } from './schema.ts';

/** The minimums as last read, their age, the error of the latest attempt, and what the newest content changed. */
export async function minimumsView(context: Context<PersonActor>, business: string): Promise<MinimumsView> {
  const { businessId } = requirePermission(context, business, 'read');
  const [latest, before] = await latestReadings(businessId, 'minimums', 2);
  const times = await readingTimes(businessId, 'minimums', latest);
  if (latest === undefined) return { ...times, minimums: null, flaws: [], changed: null };
  const now = readMinimumsRecord(storedObject(latest.body));
  const changed =
    before === undefined
      ? null
      : {
          at: latest.firstStartedAt,
          changes: minimumChanges(readMinimumsRecord(storedObject(before.body)).minimums, now.minimums),
        };
  return { ...times, minimums: now.minimums, flaws: now.flaws, changed };
}
