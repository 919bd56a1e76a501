import { admitApiToken, createApiToken } from '#lib/access/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { BenchPerson } from './access-people.ts';
import type { Client } from './pages-database.ts';
import { median } from './pages-requests.ts';

/** Creates an API token that reads payments. */
export async function createBenchToken(
  client: Client,
  businessId: string,
  person: BenchPerson,
): Promise<string> {
  const { token, hash, hint } = createApiToken();
  await client.query(
    `INSERT INTO api_token (person_id, name, hash, hint, scopes, business_ids, addresses, created_at, expires_at)
     VALUES ($1, 'bench', $2, $3, '{payments:read}', ARRAY[$4::uuid], '{}', now(), now() + interval '1 day')`,
    [person.personId, hash, hint, businessId],
  );
  return token;
}

async function timeRequest(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return performance.now() - began;
}

/** Reads the same page of payments by the page's address and by the API, in turn. Returns the median of each in ms. */
export async function compareWithPage(
  address: string,
  {
    businessId,
    cookie,
    token,
    requests,
  }: { businessId: string; cookie: string; token: string; requests: number },
): Promise<{ readonly pageMs: number; readonly apiMs: number }> {
  const page: number[] = [];
  const api: number[] = [];
  const size = 50;
  for (let request = 0; request < requests + 20; request += 1) {
    const ofPage = await timeRequest(`${address}/api/businesses/${businessId}/payments`, { cookie });
    const ofApi = await timeRequest(`${address}/api/v1/payments?limit=${size}`, {
      authorization: `Bearer ${token}`,
    });
    // The first requests load modules.
    if (request < 20) continue;
    page.push(ofPage);
    api.push(ofApi);
  }
  return { pageMs: median(page), apiMs: median(api) };
}

/** Returns the median time that the check of a token takes in a request, in ms: its lookup, its budget and its last use. */
export async function measureTokenCheck(token: string, requests: number): Promise<number> {
  const taken: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    const began = performance.now();
    const found = await admitApiToken(token, '127.0.0.1', systemClock.now());
    if (found?.state !== 'active') throw new Error('the token does not work');
    taken.push(performance.now() - began);
  }
  return median(taken);
}
