import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { listReadingTimes, parseStoredObject, readLatestReadings } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { compareMinimums } from './model.ts';
import { readMinimumsRecord } from './reading.ts';
import type { Minimum, MinimumsView } from './schema.ts';

/** Returns the minimums as last read, for background work. Null: none were read. */
export async function findMinimums(
  businessId: BusinessId,
): Promise<{ readonly readAt: Instant; readonly minimums: readonly Minimum[] } | null> {
  const [latest] = await readLatestReadings(businessId, 'minimums', 1);
  if (latest === undefined) return null;
  const { minimums } = readMinimumsRecord(parseStoredObject(latest.body));
  return { readAt: latest.lastStartedAt, minimums };
}

/** Returns the minimums as last read, their age, the latest error, and the changes in the newest reading. */
export async function readMinimumsView(
  context: Context<PersonActor>,
  business: string,
): Promise<MinimumsView> {
  const { businessId } = requirePermission(context, business, 'read', 'minimums:read');
  const [latest, before] = await readLatestReadings(businessId, 'minimums', 2);
  const times = await listReadingTimes(businessId, 'minimums', latest);
  if (latest === undefined) return { ...times, minimums: null, flaws: [], changed: null };
  const current = readMinimumsRecord(parseStoredObject(latest.body));
  const changed =
    before === undefined
      ? null
      : {
          at: latest.firstStartedAt,
          changes: compareMinimums(
            readMinimumsRecord(parseStoredObject(before.body)).minimums,
            current.minimums,
          ),
        };
  return { ...times, minimums: current.minimums, flaws: current.flaws, changed };
}
