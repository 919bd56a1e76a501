import { closeDatabase } from '#lib/database/close-database.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { loadDotEnv } from '#scripts/settings.ts';
import { landHistory } from './history.ts';
import { demoSignIns, setUpDemoPeople, setUpOwner } from './people.ts';
import { setUpDemoRules } from './rules.ts';
import { pointCallbacksAtUs, readBusinesses } from './sandbox.ts';
import type { NamedBusiness } from './set-up.ts';
import { isUnpacked, noteUnpacked, setUp, setUpBusinesses } from './set-up.ts';
import { leftOutInWords, whichBusinesses } from './which-businesses.ts';

/**
 * Sets up what a first start needs: the businesses, their owner, and with the sandbox the demo people and the
 * sandbox's past. Safe to run at every start: the second time it finds its own note and does next to nothing.
 * Writes JSON lines: `{"progress": "…"}` while it works, `{"signIns": [{ role, email, password }]}` at its end.
 */

const tell = (line: Readonly<Record<string, unknown>>) => console.log(JSON.stringify(line));
const progress = (text: string) => tell({ progress: text });

async function main(): Promise<void> {
  loadDotEnv();
  const inSandbox = env.DEMO ? await readBusinesses() : null;
  const { businesses, leftOut } = whichBusinesses(env.BUSINESS_IDS ?? [], inSandbox);
  const saying = leftOutInWords(leftOut);
  if (saying !== null) progress(saying);
  // Addresses and keys may be others than at the last start, so this is done each time.
  if (inSandbox !== null) await pointCallbacksAtUs(inSandbox);
  const context = setUp();
  try {
    if (!(await isUnpacked(businesses))) await unpack(context, businesses);
  } finally {
    // Even where the past could not be landed: the people are there, and the next start tries again.
    tell({ signIns: env.DEMO ? demoSignIns : [] });
  }
}

async function unpack(context: Context<SystemActor>, businesses: readonly NamedBusiness[]): Promise<void> {
  const begun = performance.now();
  const ids = await setUpBusinesses(businesses);
  if (ids.length === 0) progress('First data no business yet: set BUSINESS_IDS to the ids of yours');
  if (!env.DEMO && env.OWNER_EMAIL === undefined)
    progress('First data no owner yet: set OWNER_EMAIL and OWNER_PASSWORD to be able to sign in');
  await setUpOwner(context, ids);
  if (env.DEMO) {
    await setUpDemoPeople(context, ids);
    const landed = await landHistory(context, ids);
    await setUpDemoRules(context, ids);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    progress(`First data ${landed.payments} payments, ${landed.callbacks} callbacks in ${seconds} s`);
  }
  await noteUnpacked(context, businesses);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
