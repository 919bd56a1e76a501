import { refreshGauges } from '#lib/operations/index.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';

/** Serves metrics for Prometheus, with METRICS_TOKEN as bearer token. Answers 404 while none is set. */
export async function GET(request: Request): Promise<Response> {
  const access = checkMetricsAccess(request.headers.get('authorization'));
  if (access === 'off') return new Response(null, { status: 404 });
  if (access === 'refused')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  await refreshGauges();
  const { contentType, text } = await readMetrics();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}
