import { setTimeout as pause } from 'node:timers/promises';
import { findAnchorStatus } from '#lib/audit/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readMetrics, setAnchorGauges } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';

/** Maximum time that the metrics wait for the database. */
const longestMs = 1_000;

/** Serves metrics for Prometheus, with METRICS_TOKEN as bearer token. Answers 404 while none is set. */
export async function GET(request: Request): Promise<Response> {
  const access = checkMetricsAccess(request.headers.get('authorization'));
  if (access === 'off') return new Response(null, { status: 404 });
  if (access === 'refused')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  await readAnchors();
  const { contentType, text } = await readMetrics();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}

/** Metrics are needed most while the database is down, so the gauges then keep their last values. */
async function readAnchors(): Promise<void> {
  try {
    const reading = findAnchorStatus(systemClock.now()).then(({ state, at }) =>
      setAnchorGauges({ isAlarm: state === 'failing' || state === 'late', at }),
    );
    await Promise.race([reading, pause(longestMs, undefined, { ref: false })]);
  } catch {
    // The readiness check reports the database.
  }
}
