import fs from 'node:fs';
import path from 'node:path';
import { buildServer } from './server.ts';
import { readSettings } from './settings.ts';
import { openTwin } from './twin.ts';

/** Starts the twin. `npm run sandbox`. */

/** What can't be begun ends with one line that says why. */
function begin<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    console.error(`The sandbox can't start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

/** Started alone it reads .env.local and .env as the other parts do; what is set already stays. */
function loadDotEnv(): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.resolve(import.meta.dirname, '..', name);
    if (fs.existsSync(file)) process.loadEnvFile(file);
  }
}

begin(loadDotEnv);
const settings = begin(() => readSettings(process.env));
const twin = begin(() => openTwin(settings));
const app = buildServer(twin);

async function stop(): Promise<void> {
  // Whoever is being left without an answer on purpose is not waited for.
  setTimeout(() => app.server.closeAllConnections(), 2_000).unref();
  await app.close();
  await twin.close();
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
  await twin.close();
  process.exit(1);
}
