import { version } from '#lib/values/version.ts';

/** Answers 200 and the version while the process runs. It ignores the database, because restarting the process can't repair that. */
export function GET(): Response {
  return Response.json({ status: 'ok', version }, { headers: { 'cache-control': 'no-store' } });
}
