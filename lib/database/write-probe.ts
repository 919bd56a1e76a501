import 'server-only';
import { databasePool } from './pools.ts';

/** Each balancer checks readiness every few seconds: one probe answers them all for this long. */
const probeLifetimeMs = 5_000;
const timeoutMs = 2_000;

/**
 * Writes as many pages as a callback may need. An emptied table gets new files, so a full disk is noticed. Another probe may
 * hold the table for a moment.
 */
const probeSql = `SET LOCAL lock_timeout = '1s';
  TRUNCATE write_probe;
  INSERT INTO write_probe (page, filling) SELECT page, repeat('x', 7000) FROM generate_series(1, 8) AS page`;

type Probe = { readonly pool: unknown; readonly at: number; readonly works: Promise<boolean> };
let latest: Probe | undefined;

/**
 * Returns whether the database takes writes, from a probe of the last few seconds. It doesn't on a full disk, as a
 * standby or while it is read-only. Never rejects.
 */
export function canWrite(): Promise<boolean> {
  const [now, pool] = [performance.now(), databasePool()];
  if (latest?.pool !== pool || now - latest.at > probeLifetimeMs) latest = { pool, at: now, works: probe() };
  return latest.works;
}

async function probe(): Promise<boolean> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the write took too long')), timeoutMs);
  try {
    await Promise.race([databasePool().query(probeSql), late.promise]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => undefined);
  }
}
