/** Next calls this once when a server process starts. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { countRequests } = await import('#lib/platform/count-requests.ts');
  countRequests();
  const { watchForwardedHeader } = await import('#lib/access/forwarded-header.ts');
  watchForwardedHeader();
  const { requireUsableDatabase: demandUsableDatabase } = await import(
    '#lib/database/require-usable-database.ts'
  );
  await demandUsableDatabase();
}
