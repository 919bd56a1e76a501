import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase } from '#lib/database/close-database.ts';
import { requireUsableDatabase } from '#lib/database/require-usable-database.ts';
import { startIntake } from '#lib/intake/index.ts';
import { tStart } from '#lib/messages/commands.ts';
import { startHeartbeats } from '#lib/operations/index.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { startTracing } from '#lib/platform/start-tracing.ts';
import { flushTraces } from '#lib/platform/tracing.ts';
import { checkEnvironment } from './environment.ts';

/**
 * `npm run intake`: takes the service's callbacks on HOST and INTAKE_PORT until SIGTERM; then finishes what has come
 * in. It needs neither the web app nor its build, and goes on while that is replaced.
 */

// The time for finishing. The supervisor waits a little longer.
const DRAIN_MILLISECONDS = 2_500;
// A database that doesn't respond must not keep the process alive.
const CLOSE_MILLISECONDS = 500;

checkEnvironment();
await startTracing('intake');
await requireUsableDatabase();
const { HOST: host, INTAKE_PORT: port } = env;
try {
  const intake = await startIntake({ host, port });
  logger().info({ host, port: intake.port }, 'the intake is up');
  const reports = startHeartbeats('intake');
  const stop = () => {
    void intake
      .drain(DRAIN_MILLISECONDS)
      .then(reports.stop)
      .then(() => Promise.race([Promise.all([closeDatabase(), flushTraces()]), pause(CLOSE_MILLISECONDS)]))
      .then(() => {
        logger().info('the intake has finished');
        process.exit(0);
      });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
} catch (error) {
  const reason = error instanceof Error ? error.message : 'unknown';
  console.error(tStart('noIntakePort', { port: String(port), host, reason }));
  process.exit(1);
}
