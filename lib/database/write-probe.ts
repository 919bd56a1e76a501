import 'server-only';
import { databasePool } from './pools.ts';

/** Readiness is asked for every few seconds by each balancer: one probe answers all of them for this long. */
const keptMs = 5_000;
const timeoutMs = 2_000;

type Probe = { readonly pool: unknown; readonly at: number; readonly works: Promise<boolean> };
let latest: Probe | undefined;

/**
 * Tells whether the database takes a write, from a probe of the last few seconds: it does not on a full disk, as a
 * standby or while it is read-only. Never rejects.
 */
export function canWrite(): Promise<boolean> {
  const [now, pool] = [performance.now(), databasePool()];
  if (latest?.pool !== pool || now - latest.at > keptMs) latest = { pool, at: now, works: probe() };
  return latest.works;
}

async function probe(): Promise<boolean> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the write took too long')), timeoutMs);
  try {
    await Promise.race([databasePool().query('SELECT probe_write()'), late.promise]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => undefined);
  }
}
