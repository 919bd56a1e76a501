import { closeDatabase } from '#lib/database/close-database.ts';
import { requireUsableDatabase } from '#lib/database/require-usable-database.ts';
import { jobs, runUntilStopped } from '#lib/jobs/index.ts';
import { logger } from '#lib/platform/log.ts';
import { checkEnvironment, loadSigningKey } from './environment.ts';

/** `npm run worker`: runs the jobs until SIGTERM, then finishes the current ones. */
checkEnvironment();
await requireUsableDatabase();
loadSigningKey();
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
logger().info({ jobs: jobs.map(({ name }) => name) }, 'the worker is up');
await runUntilStopped(jobs, stop.signal);
await closeDatabase();
logger().info('the worker has finished');
