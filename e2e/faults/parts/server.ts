import path from 'node:path';
import { findFreePort } from '#scripts/database/ports.ts';
import type { Target } from '../sending/load.ts';
import { partEnvironment } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

/** A process that serves /api/callbacks. */
export type CallbackServer = Part & Target;

/** The harness treats all kinds alike. */
const serverScripts = {
  /** The web application in its production build. */
  web: 'scripts/web.ts',
  /** The lean server for callbacks alone. */
  intake: 'scripts/intake.ts',
  /** For the negative control: answers 200 first and commits afterwards. */
  hasty: 'e2e/faults/programs/hasty-door.ts',
} as const;
export type ServerKind = keyof typeof serverScripts;

export async function createServer(
  kind: ServerKind,
  options: {
    readonly name: string;
    readonly databaseUrl: string;
    readonly serviceUrl: string;
    readonly folder: string;
  },
): Promise<CallbackServer> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const readHealth = async () => {
    const health = await fetch(`${address}/api/health`).catch(() => null);
    await health?.body?.cancel();
    return health;
  };
  const made = part({
    name: options.name,
    script: serverScripts[kind],
    environment: partEnvironment({ ...options, port }),
    logFile: path.join(options.folder, `${options.name}.log`),
    isReady: async () => (await readHealth())?.ok === true,
    isTaken: async () => (await readHealth()) !== null,
  });
  return { ...made, address };
}
