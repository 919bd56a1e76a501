import { setTimeout as pause } from 'node:timers/promises';
import { findAnchorStatus } from '#lib/audit/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readMetrics, setAnchorGauges } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';

/** So long the metrics wait for the database. */
const longestMs = 1_000;

/** For Prometheus, with METRICS_TOKEN as bearer token; 404 while none is set. */
export async function GET(request: Request): Promise<Response> {
  const access = checkMetricsAccess(request.headers.get('authorization'));
  if (access === 'off') return new Response(null, { status: 404 });
  if (access === 'refused')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  await readAnchors();
  const { contentType, text } = await readMetrics();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}

/** Metrics are most needed while the database is away: the gauges keep their last values then. */
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
