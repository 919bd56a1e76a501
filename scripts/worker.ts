import { closeDatabase } from '#lib/database/close-database.ts';
import { requireUsableDatabase } from '#lib/database/require-usable-database.ts';
import { jobs, runUntilStopped, serveStatus } from '#lib/jobs/index.ts';
import { tStart } from '#lib/messages/commands.ts';
import { requireSameSigner, startHeartbeats } from '#lib/operations/index.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { startTracing } from '#lib/platform/start-tracing.ts';
import { flushTraces } from '#lib/platform/tracing.ts';
import { checkEnvironment, loadSigningKey } from './environment.ts';

/**
 * `npm run worker`: runs the jobs until SIGTERM, then finishes the current ones. With WORKER_PORT it serves its own
 * health, readiness and metrics.
 */
checkEnvironment();
// Before the first use of a variable, which reads them all.
loadSigningKey();
await startTracing('worker');
await requireUsableDatabase();
await requireSameSigner();

async function serveOwnStatus() {
  const { HOST: host, WORKER_PORT: port } = env;
  if (port === undefined) return null;
  try {
    return await serveStatus({ host, port });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    console.error(tStart('noWorkerPort', { port: String(port), host, reason }));
    process.exit(1);
  }
}

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
const server = await serveOwnStatus();
const reports = startHeartbeats('worker', jobs);
logger().info({ jobs: jobs.map(({ name }) => name) }, 'the worker is up');
await runUntilStopped(jobs, stop.signal, reports.recordRun);
await reports.stop();
server?.close();
await closeDatabase();
await flushTraces();
logger().info('the worker has finished');
