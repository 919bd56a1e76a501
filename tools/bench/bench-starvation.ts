import { get } from 'node:http';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { encode } from 'next-auth/jwt';
import { buildCallbackAddress } from '#lib/callbacks/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { callbackKinds } from './busy-callbacks.ts';
import { Connection } from './connection.ts';
import { benchEnvironment } from './filled-database.ts';
import type { Client } from './pages-database.ts';
import { connectTo } from './pages-database.ts';
import { startPagesProduct } from './pages-folder.ts';
import { countAnswersDuring, measureLines, measureRequest, median, p95 } from './pages-requests.ts';
import { requireBuild } from './require-build.ts';
import { PersonLoad } from './starvation-load.ts';

/**
 * `npm run bench:starvation [-- --payments N]`: the production build with two people who share a business. It measures one
 * person's list while the other sends 100 reads at the same time, and one person's export while the other has three
 * downloads open without reading them. Then one person sends 100 page reads, 100 actions, 30 stalled downloads, 40 streams and
 * five hostile workbooks at the same time, while callbacks arrive at 20 a second. Prints JSON lines: the figure, its goal, and whether it was met.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
  },
});
const exportedRows = 5_000;

const rounded = (value: number) => Math.round(value * 100) / 100;

function report(name: string, figure: number, goal: number, more: object): void {
  const load = rounded(os.loadavg()[0] ?? 0);
  console.log(
    JSON.stringify({
      bench: 'starvation',
      what: name,
      figure: rounded(figure),
      goal,
      met: figure <= goal,
      ...more,
      load,
    }),
  );
}

/** Creates a person with a session in the business, and returns the session's cookie. */
async function signIn(client: Client, businessId: string, role: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `WITH created AS (INSERT INTO person (email, name, password_hash, is_factor_exempt)
       VALUES ($2 || gen_random_uuid() || '@bench.test', $2, '', true) RETURNING id),
     member AS (INSERT INTO membership (person_id, business_id, role) SELECT id, $1, $2 FROM created)
     INSERT INTO session (person_id) SELECT id FROM created RETURNING id`,
    [businessId, role],
  );
  const secret = benchEnvironment('', '').NEXTAUTH_SECRET ?? '';
  return `next-auth.session-token=${await encode({ token: { sid: rows[0]?.id }, secret })}`;
}

const measurePage = (path: string, cookie: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\naccept: text/html\r\n\r\n`);

/** Sends this path on 100 connections at the same time until the work is done. Counts the answers by status. */
async function loadDuring<Result>(
  port: number,
  path: string,
  cookie: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; statuses: Record<string, number> }> {
  const statuses: Record<string, number> = {};
  let isOver = false;
  const send = async () => {
    const connection = new Connection(port);
    while (!isOver) {
      const status = await connection.ask(measureRequest(path, cookie));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    connection.close();
  };
  const senders = Array.from({ length: 100 }, send);
  await pause(1_000);
  try {
    return { result: await work(), statuses };
  } finally {
    isOver = true;
    await Promise.all(senders);
  }
}

/** Opens a download and reads nothing of it. */
function stallDownload(address: string, cookie: string): () => void {
  const request = get(address, { headers: { cookie }, agent: false });
  request.on('response', (response) => response.pause());
  request.on('error', () => undefined);
  return () => request.destroy();
}

type Measured = { readonly times: number[]; readonly statuses: Record<string, number> };

/** Requests a list and a page in turn, each after the answer before. */
async function measureReads(
  port: number,
  paths: Readonly<Record<'list' | 'page', string>>,
  cookie: string,
): Promise<Record<'list' | 'page', Measured>> {
  const connection = new Connection(port);
  const read = { list: measureRequest(paths.list, cookie), page: measurePage(paths.page, cookie) };
  const measured: Record<'list' | 'page', Measured> = {
    list: { times: [], statuses: {} },
    page: { times: [], statuses: {} },
  };
  const until = performance.now() + Number(values.seconds) * 2_000;
  while (performance.now() < until)
    for (const kind of ['list', 'page'] as const) {
      const begun = performance.now();
      const status = await connection.ask(read[kind]);
      const { times, statuses } = measured[kind];
      times.push(performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await pause(50);
    }
  connection.close();
  return measured;
}

/** Measures the reads of one person while another sends everything at once, and callbacks arrive. */
async function measureEverything(
  address: string,
  businessId: string,
  { attacker, colleague }: { attacker: string; colleague: string },
): Promise<void> {
  const port = Number(new URL(address).port);
  const paths = { list: `/api/businesses/${businessId}/payments`, page: `/${businessId}/payments` };
  const key = benchEnvironment('', '').CALLBACK_SECRETS ?? '';
  const business = parseId<BusinessId>(businessId);
  if (business === null) throw new Error('the business has no usable ID');
  const { depositReceived } = buildCallbackAddress({ key, baseUrl: address }, business);
  await measureReads(port, paths, colleague);
  const quiet = await measureReads(port, paths, colleague);
  const target = { address, businessId, cookie: attacker, callbackPath: new URL(depositReceived).pathname };
  const load = await PersonLoad.start(target);
  await pause(2_000);
  const loaded = await measureReads(port, paths, colleague);
  await load.stop();
  for (const kind of ['list', 'page'] as const)
    report(
      `${kind} of one person while another sends everything at once`,
      median(loaded[kind].times) / median(quiet[kind].times),
      3,
      {
        unit: 'times as long',
        quietMs: rounded(median(quiet[kind].times)),
        loadedMs: rounded(median(loaded[kind].times)),
        loadedP95Ms: rounded(p95(loaded[kind].times)),
        requests: loaded[kind].times.length,
        statuses: loaded[kind].statuses,
      },
    );
  const failed = Object.values(load.counts)
    .concat(loaded.list.statuses, loaded.page.statuses)
    .reduce((sum, counts) => sum + (counts['500'] ?? 0), 0);
  report('answers with 500', failed, 0, { unit: 'answers', statuses: load.counts });
  const answered = callbackKinds.map((kind) => [kind, load.counts[`callback ${kind}`] ?? {}] as const);
  const refusals = answered
    .flatMap(([, counts]) => Object.entries(counts))
    .reduce((sum, [status, count]) => (status === '200' ? sum : sum + count), 0);
  report('callbacks that were not stored', refusals, 0, {
    unit: 'callbacks',
    answers: Object.fromEntries(answered),
    medianMs: rounded(median(load.callbackMs)),
    p95Ms: rounded(p95(load.callbackMs)),
  });
}

await requireBuild();
const place = await startPagesProduct(Number(values.payments));
const client = await connectTo(place.url);
try {
  const { rows } = await client.query<{ id: string }>(
    'SELECT business_id AS id FROM payment GROUP BY business_id ORDER BY count(*) DESC LIMIT 1',
  );
  const businessId = rows[0]?.id ?? '';
  const viewer = await signIn(client, businessId, 'viewer');
  const finance = await signIn(client, businessId, 'finance');
  const list = `/api/businesses/${businessId}/payments`;
  const port = Number(new URL(place.address).port);
  const measureList = () =>
    countAnswersDuring(place.address, [list], finance, pause(Number(values.seconds) * 1_000));

  await measureList();
  const quiet = await measureList();
  const { result: loaded, statuses } = await loadDuring(port, list, viewer, measureList);
  report('list of one person while another sends 100 reads', median(loaded) / median(quiet), 3, {
    unit: 'times as long',
    quietMs: rounded(median(quiet)),
    loadedMs: rounded(median(loaded)),
    quietP95Ms: rounded(p95(quiet)),
    loadedP95Ms: rounded(p95(loaded)),
    requests: loaded.length,
    loadStatuses: statuses,
  });

  const file = `${place.address}${list}/export`;
  await measureLines(file, finance, exportedRows);
  const alone = await measureLines(file, finance, exportedRows);
  const stalled = [1, 2, 3].map(() => stallDownload(file, viewer));
  await pause(2_000);
  const beside = await measureLines(file, finance, exportedRows);
  for (const end of stalled) end();
  report('delay of one person’s export beside three stalled downloads', beside - alone, 2, {
    unit: 's',
    aloneSeconds: rounded(alone),
    besideSeconds: rounded(beside),
    rows: exportedRows,
  });

  const colleague = await signIn(client, businessId, 'finance');
  await measureEverything(place.address, businessId, { attacker: finance, colleague });
} finally {
  await client.end();
  await place.end();
}
