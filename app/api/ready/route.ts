import { readiness } from '#lib/database/readiness.ts';

/** Answers 200 where requests can be served, otherwise 503. It ignores the payment service. */
export async function GET(): Promise<Response> {
  const { isReady, ...told } = await readiness();
  return Response.json(told, {
    status: isReady ? 200 : 503,
    headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) },
  });
}
