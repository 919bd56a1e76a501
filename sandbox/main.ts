import fs from 'node:fs';
import path from 'node:path';
import { listProfileValues, serviceProfileFile } from '#lib/values/assumptions/service-profile.ts';
import { openSandbox } from './running-sandbox.ts';
import { buildServer } from './server.ts';
import { readSettings } from './settings.ts';

/** Starts the sandbox: `npm run sandbox`. */

/** Runs a step of the start. On an error, prints one line with the reason and exits. */
function begin<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    console.error(`The sandbox can't start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

/** Loads .env.local, .env and the service profile when started alone, as the other processes do. Variables that are already set win. */
function loadDotEnv(): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.resolve(import.meta.dirname, '..', name);
    if (fs.existsSync(file)) process.loadEnvFile(file);
  }
  const profile = path.resolve(import.meta.dirname, '..', serviceProfileFile);
  if (fs.existsSync(profile))
    Object.assign(process.env, listProfileValues(fs.readFileSync(profile, 'utf8'), process.env));
}

begin(loadDotEnv);
const settings = begin(() => readSettings(process.env));
const sandbox = begin(() => openSandbox(settings));
const app = buildServer(sandbox);

async function stop(): Promise<void> {
  // Does not wait for requests that a fault leaves unanswered on purpose.
  setTimeout(() => app.server.closeAllConnections(), 2_000).unref();
  await app.close();
  await sandbox.close();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

try {
  const address = await app.listen({ host: settings.host, port: settings.port });
  console.log(`sandbox: ${settings.publicUrl}/sandbox (listening on ${address})`);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(
    taken
      ? `The sandbox can't start: port ${settings.port} is taken. Set SANDBOX_PORT to another.`
      : `The sandbox can't start: ${error instanceof Error ? error.message : String(error)}`,
  );
  await sandbox.close();
  process.exit(1);
}
