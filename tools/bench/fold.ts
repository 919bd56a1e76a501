import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { observeCallbacks, prepareCallback, verifyReadModel } from '#lib/observations/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

export type Sizes = { readonly deposits: number; readonly callbacks: number };

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'fold', ...line }));
const rounded = (number: number) => Math.round(number * 10) / 10;
const precise = (number: number) => Math.round(number * 1_000) / 1_000;
const begun = 1_790_000_000;

/** Makes a callback with the fields of the sample in §6.1, for one deposit. */
const buildCallback = (paymentId: string, place: number) => ({
  paymentId,
  clientPaymentId: `order-${paymentId}`,
  depositId: randomUUID(),
  status: 'CONFIRMED',
  actualDepositAmount: 53.25,
  actualDisplayAmount: 49.9,
  depositCurrency: 'USDT',
  displayCurrency: 'EUR',
  expectedDepositAmount: '53.25',
  expectedDisplayAmount: 49.9,
  settlementAmount: 49.4,
  settlementCurrency: 'EUR',
  onChainFee: 1,
  depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  fromAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  transactionId: `bench-${place}-${paymentId}`,
  displayServiceFee: 0.5,
  settlementServiceFee: 0.5,
  network: 'TRX',
  expirationTime: begun + 10_000_000,
  paymentReceivedAt: begun + place,
  paymentRequestedAt: begun,
  rateType: 'FIXED',
  settlementRateDepegLossAmount: null,
  displayRateDepegLossAmount: null,
  settlementDistributedUserServiceFee: '0',
  displayDistributedUserServiceFee: '0',
});

async function receive(businessId: BusinessId, all: readonly (readonly [payment: string, place: number])[]) {
  const prepared = all.map(([paymentId, place]) =>
    prepareCallback({
      businessId,
      kind: 'deposit-received',
      body: new TextEncoder().encode(JSON.stringify(buildCallback(paymentId, place))),
      headers: {},
      receivedAt: instant((begun + place) * 1_000),
    }),
  );
  await inPlainTransaction((statements) => observeCallbacks(statements, prepared));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures one more callback for a payment with `count` deposits, which are copies of its first one. */
async function oneMore(client: pg.Client, businessId: BusinessId, count: number): Promise<void> {
  const paymentId = randomUUID();
  await receive(businessId, [[paymentId, 0]]);
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
      WHERE attrelid = 'deposit'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => (name === 'deposit_id' ? 'gen_random_uuid()' : `d.${name}`));
  await client.query(
    `INSERT INTO deposit (${names.join(', ')}) SELECT ${values.join(', ')}
       FROM deposit d, generate_series(2, $2::int) WHERE d.payment_id = $1::uuid`,
    [paymentId, count],
  );
  await client.query('ANALYZE deposit');
  const first = await timed(() => receive(businessId, [[paymentId, 1]]));
  const times: number[] = [];
  for (let place = 2; place < 32; place += 1) {
    times.push(await timed(() => receive(businessId, [[paymentId, place]])));
    if (times.reduce((sum, ms) => sum + ms, 0) > 60_000) break;
  }
  times.sort((left, right) => left - right);
  print({
    deposits: count,
    firstMs: rounded(first),
    medianMs: rounded(times[Math.floor(times.length / 2)] ?? 0),
    worstMs: rounded(times.at(-1) ?? 0),
  });
}

/** Returns how long the sessions of this database have worked, in milliseconds. They report it after a second. */
async function readDatabaseTime(client: pg.Client): Promise<number> {
  await pause(1_500);
  const text = `SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()`;
  return (await client.query<{ ms: number }>(text)).rows[0]?.ms ?? 0;
}

/** Adds payments with one or two deposits each, and prints the time of Node and of the database for a callback. */
async function fill(client: pg.Client, businessId: BusinessId, callbacks: number): Promise<void> {
  const databaseBefore = await readDatabaseTime(client);
  const nodeBefore = process.cpuUsage();
  const start = performance.now();
  let payment = randomUUID();
  for (let done = 0; done < callbacks; done += 100)
    await receive(
      businessId,
      Array.from({ length: Math.min(100, callbacks - done) }, (_none, index) => {
        const place = done + index;
        if (place % 3 !== 0) payment = randomUUID();
        return [payment, place] as const;
      }),
    );
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(nodeBefore);
  const databaseMs = (await readDatabaseTime(client)) - databaseBefore;
  print({
    filled: callbacks,
    perSecond: Math.round(callbacks / seconds),
    nodeMs: precise((user + system) / 1_000 / callbacks),
    databaseMs: precise(databaseMs / callbacks),
    load: rounded(os.loadavg()[0] ?? 0),
  });
}

async function verify(callbacks: number): Promise<void> {
  globalThis.gc?.();
  const resting = process.memoryUsage().rss;
  let most = resting;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const start = performance.now();
  const verification = await verifyReadModel((difference) => print({ difference }));
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1_000;
  print({
    verified: callbacks,
    ...verification,
    seconds: rounded(seconds),
    perSecond: Math.round(callbacks / seconds),
    restingMiB: Math.round(resting / 2 ** 20),
    mostMiB: Math.round(most / 2 ** 20),
  });
  if (verification.differences > 0) process.exitCode = 1;
}

async function measure(client: pg.Client, { deposits, callbacks }: Sizes): Promise<void> {
  await applyMigrations(client);
  const business = async () => {
    const id = randomUUID();
    await client.query('INSERT INTO business (id, name) VALUES ($1, $2)', [id, 'A business of the bench']);
    return toId<BusinessId>(id);
  };
  if (callbacks > 0) {
    const quarter = Math.round(callbacks / 4);
    await fill(client, await business(), quarter);
    await verify(quarter);
    await fill(client, await business(), callbacks - quarter);
    await verify(callbacks);
  }
  // The copies come last, because they have no stored bytes that could be verified.
  const copied = await business();
  for (const count of [1, 50, 1_000, 10_000, 50_000].filter((one) => one <= deposits))
    await oneMore(client, copied, count);
}

/** Runs the bench in an empty database. Prints a line of JSON for each figure. */
export async function benchFold(url: string, sizes: Sizes): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await measure(client, sizes);
  } finally {
    await client.end();
  }
}
