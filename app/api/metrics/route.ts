import { metricsText } from '#lib/platform/metrics.ts';
import { metricsAccess } from '#lib/platform/metrics-access.ts';

/** For Prometheus, with METRICS_TOKEN as bearer token; 404 while none is set. */
export async function GET(request: Request): Promise<Response> {
  const access = metricsAccess(request.headers.get('authorization'));
  if (access === 'off') return new Response(null, { status: 404 });
  if (access === 'refused')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  const { contentType, text } = await metricsText();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}
