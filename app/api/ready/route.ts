import { readiness } from '#lib/database/readiness.ts';

/** Whether requests can be served: 200 or 503. The payment service has no part in it. */
export async function GET(): Promise<Response> {
  const { isReady, ...told } = await readiness();
  return Response.json(told, {
    status: isReady ? 200 : 503,
    headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) },
  });
}
