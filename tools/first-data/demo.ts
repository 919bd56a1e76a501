import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readDemoState, setUpDemoPeople } from './demo-people.ts';
import type { LoadedHistory } from './history.ts';
import { loadHistory } from './history.ts';
import { setUpDemoRules } from './rules.ts';

/** The data for trying the product out. Loaded only with the sandbox, because just the image `demo` contains it. */

export { demoSignIns, exemptDemoPeople, readDemoState } from './demo-people.ts';
export { readBusinesses, setCallbackAddresses } from './sandbox.ts';

/** Sets up the demo people, the sandbox's history and the demo rules. Returns null beside accounts of others. */
export async function loadDemoData(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
): Promise<LoadedHistory | null> {
  if (!(await readDemoState()).canAdd) return null;
  await setUpDemoPeople(context, businesses);
  const landed = await loadHistory(context, businesses);
  await setUpDemoRules(context, businesses);
  return landed;
}
