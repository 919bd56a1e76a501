import fs from 'node:fs';
import path from 'node:path';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tStart } from '#lib/messages/commands.ts';
import { createPerson, grantRole } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { createSetUpLink } from '#lib/team/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { formatStep } from '#scripts/processes/format-step.ts';
import { loadDotEnv } from '#scripts/settings.ts';
import { chooseBusinesses, describeLeftOut } from './choose-businesses.ts';
import { describeFailure, retryWhileUnavailable } from './retry.ts';
import type { NamedBusiness } from './set-up.ts';
import { createFirstDataContext, isLoaded, markLoaded, setUpBusinesses } from './set-up.ts';

/**
 * Sets up OWNER_EMAIL with OWNER_PASSWORD as the first owner of every business.
 *
 * @throws SettingsError for a password that is easy to guess
 */
async function setUpOwner(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
  businessNames: readonly string[],
): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env;
  if (email === undefined || password === undefined) return;
  const name = email.split('@')[0] ?? email;
  const personId = await createPerson(context, { email, password, name }, { businessNames }).catch(
    (thrown: unknown) => {
      throw thrown instanceof Problem ? new SettingsError([`OWNER_PASSWORD: ${thrown.message}`]) : thrown;
    },
  );
  for (const businessId of businesses) await grantRole(context, { personId, businessId, role: 'owner' });
}

/**
 * Sets up the data of a first start: the businesses, their owner, and with the sandbox the demo people and the
 * sandbox's history. It is safe to run at every start: later runs find its audit entry and do little. Writes JSON
 * lines: `{"progress": "…"}` while it works, `{"signIns": [{ role, email, password }]}` at its end, and `{"failure": "…"}`
 * in one line if it failed.
 */

const demoFile = path.join(import.meta.dirname, 'demo.ts');
/** Returns null with a real service, and in the product's image, which has no demo data. */
const importDemo = async () => (env.DEMO && fs.existsSync(demoFile) ? await import('./demo.ts') : null);
/** Returns null beside accounts of others, too. */
async function readDemo() {
  const demo = await importDemo();
  return (await demo?.readDemoState())?.isDemo === true ? demo : null;
}

const printLine = (line: Readonly<Record<string, unknown>>) => console.log(JSON.stringify(line));
const progress = (text: string) => printLine({ progress: text });

async function load(context: Context<SystemActor>, onBusinesses: () => void): Promise<void> {
  const demo = await readDemo();
  const inSandbox = demo === null ? null : await demo.readBusinesses();
  const { businesses, leftOut } = chooseBusinesses(env.BUSINESS_IDS ?? [], inSandbox);
  const notice = describeLeftOut(leftOut);
  if (notice !== null) progress(notice);
  // Addresses and keys may be others than at the last start, so this is done each time.
  if (inSandbox !== null) await demo?.setCallbackAddresses(inSandbox);
  onBusinesses();
  const isDemo = demo !== null;
  if (!(await isLoaded(businesses, isDemo))) await loadBusinesses(context, businesses, isDemo);
}

async function main(): Promise<void> {
  loadDotEnv();
  const context = createFirstDataContext();
  let hasBusinesses = false;
  const onBusinesses = () => {
    hasBusinesses = true;
  };
  try {
    await retryWhileUnavailable(() => load(context, onBusinesses));
    await (await readDemo())?.exemptDemoPeople(context);
  } finally {
    if (hasBusinesses) await printSignIns(context);
  }
}

async function printSignIns(context: Context<SystemActor>): Promise<void> {
  // Prints the sign-ins also after a failed import of the history: the people exist, and the next start tries
  // again.
  printLine({ signIns: (await readDemo())?.demoSignIns ?? [] });
  // At each start until there is an account, because a link works for 72 hours.
  const setUp = (await readDemo()) === null ? await createSetUpLink(context) : null;
  if (setUp?.link) printLine({ setUpLink: setUp.link });
}

async function loadBusinesses(
  context: Context<SystemActor>,
  businesses: readonly NamedBusiness[],
  isDemo: boolean,
): Promise<void> {
  const begun = performance.now();
  const ids = await setUpBusinesses(businesses);
  if (ids.length === 0) progress(formatStep('firstData', tStart('firstData.noBusiness')));
  const landed = (await (await readDemo())?.loadDemoData(context, ids)) ?? null;
  if (landed !== null) {
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    progress(
      formatStep(
        'firstData',
        tStart('firstData.loaded', {
          payments: String(landed.payments),
          callbacks: String(landed.callbacks),
          seconds,
        }),
      ),
    );
  }
  // After the demo data, which is loaded beside demo people only.
  await setUpOwner(
    context,
    ids,
    businesses.map(({ name }) => name),
  );
  await markLoaded(context, businesses, isDemo);
}

try {
  await main();
} catch (error) {
  // `npm start` shows the line. The stack is for its log.
  printLine({ failure: describeFailure(error) });
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
