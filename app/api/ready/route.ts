import { readiness } from '#lib/database/readiness.ts';
import { findReadingState } from '#lib/observations/index.ts';

/**
 * Answers 200 where requests can be served, otherwise 503. It ignores the payment service. `records` says whether this
 * version's reading made the stored records, which never makes it unready.
 */
export async function GET(): Promise<Response> {
  const { isReady, ...report } = await readiness();
  const records = isReady ? await findReadingState().catch(() => null) : null;
  return Response.json(
    { ...report, records },
    {
      status: isReady ? 200 : 503,
      headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) },
    },
  );
}
