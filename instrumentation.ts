import type { Instrumentation } from 'next';

/** Next calls this once when a server process starts. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { listRemovedVariables } = await import('#lib/platform/env-removed-schema.ts');
  const { logger } = await import('#lib/platform/log.ts');
  for (const line of listRemovedVariables(process.env)) logger().warn(line);
  const { countRequests } = await import('#lib/platform/count-requests.ts');
  countRequests();
  // A function on Vercel is stopped between requests, so it can send neither traces nor reports.
  const isFunction = process.env['VERCEL'] !== undefined;
  if (!isFunction) {
    const { startTracing } = await import('#lib/platform/start-tracing.ts');
    await startTracing('web');
  }
  const { watchForwardedHeader } = await import('#lib/access/forwarded-header.ts');
  watchForwardedHeader();
  const { installRequestGate } = await import('#lib/access/request-queue.ts');
  installRequestGate();
  const { installOutagePage } = await import('#lib/access/outage-page.ts');
  installOutagePage();
  const { requireUsableDatabase } = await import('#lib/database/require-usable-database.ts');
  await requireUsableDatabase();
  if (isFunction) return;
  const { openCallbackConnections } = await import('#lib/callbacks/index.ts');
  await openCallbackConnections();
  const { startHeartbeats } = await import('#lib/operations/index.ts');
  startHeartbeats('web');
}

/** Next calls this for each error that it catches while it answers a request. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { logRequestError } = await import('#lib/platform/log-request-error.ts');
  logRequestError(error, request, context);
};
