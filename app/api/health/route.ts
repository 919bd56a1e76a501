/** The process lives. Says nothing of the database: who asks must not end a process that can't help it. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
