import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from './env.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Decides whether a request with this Authorization header may read the metrics. `off`: METRICS_TOKEN is not set. */
export function checkMetricsAccess(authorization: string | null): 'off' | 'refused' | 'granted' {
  const token = env.METRICS_TOKEN;
  if (token === undefined) return 'off';
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)) ? 'granted' : 'refused';
}
