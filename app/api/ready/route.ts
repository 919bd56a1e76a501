import { checkReadiness } from '#lib/database/readiness.ts';
import { reportRecords } from '#lib/observations/index.ts';

/**
 * Answers 200 where requests can be served, otherwise 503. It ignores the payment service. `records` says whether this
 * version's reading made the stored records, and `recordsReason` what to do if not. Neither makes it unready.
 */
export async function GET(): Promise<Response> {
  const { isReady, ...report } = await checkReadiness();
  return Response.json(
    { ...report, ...(await reportRecords(isReady)) },
    {
      status: isReady ? 200 : 503,
      headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) },
    },
  );
}
