/** Answers 200 while the process runs. It ignores the database, because restarting the process can't repair that. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
