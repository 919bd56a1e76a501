import 'server-only';
import type { PoolClient } from 'pg';
import { acquireClient, releaseClient } from './pooled-client.ts';
import { databasePool, directConnection } from './pools.ts';

/** One probe serves all requests for this long. */
const probeLifetimeMs = 2_000;
const acquireTimeoutMs = 500;
const answerTimeoutMs = 1_500;

type Probe = { readonly pool: unknown; readonly at: number; readonly works: Promise<boolean> };
let latest: Probe | undefined;

/** Returns whether the database answers, from a probe of the last seconds. Never rejects. */
export function isReachable(): Promise<boolean> {
  const [now, pool] = [performance.now(), databasePool()];
  if (latest?.pool !== pool || now - latest.at > probeLifetimeMs) latest = { pool, at: now, works: probe() };
  return latest.works;
}

async function probe(): Promise<boolean> {
  try {
    const client = await acquireSoon();
    return client === null ? await answersDirectly() : await answersOn(client);
  } catch {
    return false;
  }
}

const expire = async (work: Promise<unknown>, timeoutMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
};

/** Returns a connection of the pool, or null while reads hold all of them. */
async function acquireSoon(): Promise<PoolClient | null> {
  const pending = acquireClient(databasePool());
  if (await expire(pending, acquireTimeoutMs)) return pending;
  pending.then(
    (client) => releaseClient(client, true),
    () => undefined,
  );
  return null;
}

/** A connection that didn't answer is closed. */
async function answersOn(client: PoolClient): Promise<boolean> {
  let isAnswered = false;
  try {
    const answer = client.query('SELECT 1');
    answer.catch(() => undefined);
    isAnswered = await expire(answer, answerTimeoutMs);
    return isAnswered;
  } finally {
    releaseClient(client, isAnswered);
  }
}

async function answersDirectly(): Promise<boolean> {
  const client = directConnection();
  client.on('error', () => undefined);
  const answer = client.connect().then(() => client.query('SELECT 1'));
  answer.catch(() => undefined);
  try {
    return await expire(answer, answerTimeoutMs);
  } finally {
    void client.end().catch(() => undefined);
  }
}
