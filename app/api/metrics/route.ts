import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { metricsText } from '#lib/platform/metrics.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** For Prometheus, with METRICS_TOKEN as bearer token; 404 while none is set. */
export async function GET(request: Request): Promise<Response> {
  const token = env.METRICS_TOKEN;
  if (token === undefined) return new Response(null, { status: 404 });
  const given = digest(request.headers.get('authorization') ?? '');
  if (!timingSafeEqual(given, digest(`Bearer ${token}`)))
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  const { contentType, text } = await metricsText();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}
