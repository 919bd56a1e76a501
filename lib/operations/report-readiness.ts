import 'server-only';
import { checkReadiness } from '#lib/database/readiness.ts';
import { reportRecords } from '#lib/observations/index.ts';
import { logger } from '#lib/platform/log.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';

type ReadinessReply = {
  readonly status: 200 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
};

let lastReason: string | null = null;

/**
 * Answers 200 where requests can be served, otherwise 503. It ignores the payment service. Strangers learn no more. The
 * details need METRICS_TOKEN, and the log has the reason. `records` says whether this version's reading made the stored
 * records. `recordsReason` says what to do if not. Neither makes it unready.
 */
export async function reportReadiness(authorization: string | null): Promise<ReadinessReply> {
  const { isReady, ...report } = await checkReadiness();
  if (report.reason !== lastReason && report.reason !== null)
    logger().warn({ reason: report.reason }, 'not ready for requests');
  lastReason = report.reason;
  const state = { status: isReady ? 'ready' : 'not ready' };
  const isDetailed = checkMetricsAccess(authorization) === 'granted';
  return {
    status: isReady ? 200 : 503,
    headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) },
    body: isDetailed ? { ...state, ...report, ...(await reportRecords(isReady)) } : state,
  };
}
