import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { listAllBusinesses, readBusiness } from '#lib/businesses/index.ts';
import { readCallbackAddress } from '#lib/callbacks/index.ts';
import { checkAddresses } from '#lib/connection/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tCommands, tStart } from '#lib/messages/commands.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { createContext } from '#lib/platform/context.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { StartFailure } from './database/failure.ts';
import { checkEnvironment } from './environment.ts';
import { loadFirstData } from './processes/first-data.ts';
import { projectFolder, telemetryOff } from './settings.ts';

/**
 * `npm run setup`: prepares an installation of separate parts. Migrates, and creates the user of DATABASE_URL where DIRECT_URL
 * has another one. Sets up the businesses and the first owner, reads each business record at the service, and prints the
 * callback URLs to set there. Running it again is safe, for example after an update or a change of BUSINESS_IDS.
 */

async function migrate(): Promise<void> {
  const script = path.join(projectFolder, 'scripts', 'migrate.ts');
  const child = spawn(process.execPath, ['--conditions=react-server', script, '--create-user'], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new StartFailure(tCommands('setup.notMigrated'));
}

/** Sets up businesses and owner with the rights of the parts, not of the owner of the tables. */
async function setUpData(): Promise<void> {
  const environment = { ...process.env, ...telemetryOff, DIRECT_URL: '' };
  const { setUpLink, isComplete } = await loadFirstData(environment, (line) => console.log(line));
  if (!isComplete) throw new StartFailure(tCommands('setup.notComplete'));
  if (setUpLink !== null) console.log(`\n${tStart('setUpLink')}\n${setUpLink}`);
}

/** Reads the records at the service and compares their callback URLs with ours. */
async function readBusinesses(): Promise<void> {
  const context = createContext({ kind: 'system', name: 'setup' });
  const businesses = await listAllBusinesses();
  if (businesses.length === 0) console.log(tStart('firstData.noBusiness'));
  for (const business of businesses) {
    await readBusiness(context, business);
    console.log(`\n${tCommands('setup.business', { business })}`);
    for (const { state, label, message } of await checkAddresses(business))
      console.log(`${tInstanceChecks(`states.${state}`).padEnd(9)}${label}: ${message}`);
    const { depositReceived, withdrawal, depositExchanged } = readCallbackAddress(business);
    for (const address of [depositReceived, withdrawal, depositExchanged]) console.log(address);
  }
}

checkEnvironment();
silenceLog();
try {
  await migrate();
  await setUpData();
  await readBusinesses();
  console.log(`\n${tCommands('setup.done')}`);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
