import type { Instrumentation } from 'next';

/** Next calls this once when a server process starts. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { countRequests } = await import('#lib/platform/count-requests.ts');
  countRequests();
  const { watchForwardedHeader } = await import('#lib/access/forwarded-header.ts');
  watchForwardedHeader();
  const { requireUsableDatabase } = await import('#lib/database/require-usable-database.ts');
  await requireUsableDatabase();
}

/** Next calls this for each error that it catches while it answers a request. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { logRequestError } = await import('#lib/platform/log-request-error.ts');
  logRequestError(error, request, context);
};
