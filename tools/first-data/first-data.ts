import { closeDatabase } from '#lib/database/close-database.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { loadDotEnv } from '#scripts/settings.ts';
import { chooseBusinesses, formatLeftOut } from './choose-businesses.ts';
import { loadHistory } from './history.ts';
import { demoSignIns, setUpDemoPeople, setUpOwner } from './people.ts';
import { setUpDemoRules } from './rules.ts';
import { readBusinesses, setCallbackAddresses } from './sandbox.ts';
import type { NamedBusiness } from './set-up.ts';
import { isLoaded, markLoaded, setUp, setUpBusinesses } from './set-up.ts';

/**
 * Sets up the data of a first start: the businesses, their owner, and with the sandbox the demo people and the
 * sandbox's history. It is safe to run at every start: later runs find its audit entry and do little. Writes JSON
 * lines: `{"progress": "…"}` while it works, `{"signIns": [{ role, email, password }]}` at its end.
 */

const printLine = (line: Readonly<Record<string, unknown>>) => console.log(JSON.stringify(line));
const progress = (text: string) => printLine({ progress: text });

async function main(): Promise<void> {
  loadDotEnv();
  const inSandbox = env.DEMO ? await readBusinesses() : null;
  const { businesses, leftOut } = chooseBusinesses(env.BUSINESS_IDS ?? [], inSandbox);
  const saying = formatLeftOut(leftOut);
  if (saying !== null) progress(saying);
  // Runs at each start, because addresses and keys can have changed.
  if (inSandbox !== null) await setCallbackAddresses(inSandbox);
  const context = setUp();
  try {
    if (!(await isLoaded(businesses))) await loadBusinesses(context, businesses);
  } finally {
    // Prints the sign-ins also after a failed import of the history: the people exist, and the next start tries
    // again.
    printLine({ signIns: env.DEMO ? demoSignIns : [] });
  }
}

async function loadBusinesses(
  context: Context<SystemActor>,
  businesses: readonly NamedBusiness[],
): Promise<void> {
  const begun = performance.now();
  const ids = await setUpBusinesses(businesses);
  if (ids.length === 0) progress('First data no business yet: set BUSINESS_IDS to the ids of yours');
  if (!env.DEMO && env.OWNER_EMAIL === undefined)
    progress('First data no owner yet: set OWNER_EMAIL and OWNER_PASSWORD to be able to sign in');
  await setUpOwner(context, ids);
  if (env.DEMO) {
    await setUpDemoPeople(context, ids);
    const landed = await loadHistory(context, ids);
    await setUpDemoRules(context, ids);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    progress(`First data ${landed.payments} payments, ${landed.callbacks} callbacks in ${seconds} s`);
  }
  await markLoaded(context, businesses);
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
