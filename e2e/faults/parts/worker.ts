import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { partEnvironment } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

/** Runs `npm run worker`, which reads payments from the service as soon as callbacks make them due. */
export function makeWorker(options: {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly folder: string;
}): Part {
  return part({
    name: 'worker',
    script: 'scripts/worker.ts',
    environment: {
      ...partEnvironment(options),
      PAYMENT_READ_OPEN_SECONDS: '5',
      DATA_DIR: options.folder,
    },
    logFile: path.join(options.folder, 'worker.log'),
    // The worker has no address, so it counts as ready once it runs.
    isReady: async () => {
      await pause(500);
      return true;
    },
  });
}
