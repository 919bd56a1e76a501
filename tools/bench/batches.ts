import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import {
  addChunk,
  checkRows,
  confirmBatch,
  readBatch,
  resumeBatch,
  startUpload,
} from '#lib/payment-batches/index.ts';
import { batchLimits } from '#lib/payment-batches/model/fields.ts';
import type { BatchId } from '#lib/payment-batches/schema.ts';
import { sendAgain } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, IntentId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { PaymentStandIn } from './payment-stand-in.ts';

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'batches', ...line }));
const rounded = (number: number) => Math.round(number * 10) / 10;
const peakMib = () => Math.round(process.resourceUsage().maxRSS / 1024);

/** Creates a business with a person of finance. */
async function createPerson(client: pg.Client): Promise<Context<PersonActor>> {
  const { rows } = await client.query<{ business: string; person: string }>(
    `WITH business AS (INSERT INTO business (id, name) VALUES (gen_random_uuid(), 'Bench') RETURNING id),
          person AS (INSERT INTO person (email, name, password_hash) VALUES ('finance@bench.test', 'Bench', '') RETURNING id),
          member AS (INSERT INTO membership (person_id, business_id, role)
                       SELECT person.id, business.id, 'finance' FROM person, business)
     SELECT business.id AS business, person.id AS person FROM business, person`,
  );
  const businessId = toId<BusinessId>(rows[0]?.business ?? '');
  return createContext({
    kind: 'person',
    personId: toId<PersonId>(rows[0]?.person ?? ''),
    sessionId: toId<SessionId>('00000000-0000-4000-a000-000000000000'),
    email: 'finance@bench.test',
    name: 'Bench',
    roles: new Map([[businessId, 'finance']]),
  });
}

type Place = { readonly context: Context<PersonActor>; readonly businessId: BusinessId };

/** Uploads a file with this number of rows and checks it. */
async function upload({ context, businessId }: Place, rows: number, prefix: string): Promise<BatchId> {
  const lines = Array.from({ length: rows }, (_line, at) => `${prefix}-${at + 1},${at + 1}.50,EUR`);
  const bytes = new TextEncoder().encode(['id,amount,currency', ...lines].join('\n'));
  const { batchId } = await startUpload(context, {
    businessId,
    fileName: `${prefix}.csv`,
    source: 'csv',
    size: bytes.byteLength,
  });
  for (let number = 0; number * batchLimits.chunkBytes < bytes.byteLength; number += 1)
    await addChunk(context, {
      businessId,
      batchId,
      number: String(number),
      body: bytes.slice(number * batchLimits.chunkBytes, (number + 1) * batchLimits.chunkBytes),
    });
  await checkRows(context, {
    businessId,
    batchId,
    encoding: null,
    separator: null,
    mapping: null,
    defaults: null,
  });
  return batchId;
}

const startWorker = (): ChildProcess =>
  spawn(process.execPath, ['--conditions=react-server', 'scripts/worker.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Sends the rows through a worker that is killed once, and resumes the run where it pauses. Returns the seconds. */
async function run(
  { context, businessId }: Place,
  batchId: BatchId,
  service: PaymentStandIn,
  rows: number,
): Promise<number> {
  const key = { businessId, batchId };
  const begun = performance.now();
  let worker = startWorker();
  let isKilled = false;
  for (;;) {
    await wait(100);
    if (!isKilled && service.requests() >= rows / 3) {
      worker.kill('SIGKILL');
      worker = startWorker();
      isKilled = true;
    }
    const { state } = await readBatch(context, businessId, batchId);
    if (state === 'paused') await resumeBatch(context, key);
    if (state === 'done') break;
  }
  worker.kill('SIGTERM');
  return (performance.now() - begun) / 1_000;
}

/**
 * Measures the rows before the first fault: rows per second, and the share of the time that is not the service's answer.
 */
function measureCalmRows({ timings }: PaymentStandIn, rows: number) {
  const calm = timings.slice(0, Math.floor(rows / 5));
  const [first] = calm;
  const last = calm.at(-1);
  if (first === undefined || last === undefined || calm.length < 2) return null;
  const perRowMs = (last.arrivedAt - first.arrivedAt) / (calm.length - 1);
  const serviceMs = calm.reduce((sum, { tookMs }) => sum + tookMs, 0) / calm.length;
  return {
    perSecond: rounded(1_000 / perRowMs),
    perRowMs: rounded(perRowMs),
    ownShare: Math.round((1 - serviceMs / perRowMs) * 100) / 100,
  };
}

/**
 * Settles the rows with an unknown outcome as a person does: those that the service does not have are sent again.
 * Returns how many were sent.
 */
async function settleUnknown(
  { context, businessId }: Place,
  client: pg.Client,
  service: PaymentStandIn,
): Promise<number> {
  const { rows } = await client.query<{ id: string; client_payment_id: string }>(
    "SELECT id::text, client_payment_id FROM payment_intent WHERE business_id = $1 AND state IN ('UNKNOWN', 'SENDING')",
    [businessId],
  );
  const created = new Set(service.payments.values());
  const missing = rows.filter(({ client_payment_id: id }) => !created.has(id));
  for (const { id } of missing)
    await sendAgain(context, { businessId, intentId: toId<IntentId>(id), secondLinkAccepted: true });
  return missing.length;
}

/** Measures the check of a large file and the run of a smaller one. Returns false if a promise is broken. */
export async function benchBatches(
  url: string,
  service: PaymentStandIn,
  sizes: { readonly rows: number; readonly checked: number },
): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await applyMigrations(client);
    const context = await createPerson(client);
    const businessId = [...context.actor.roles.keys()][0];
    if (businessId === undefined) throw new Error('the business was not created');
    const place = { context, businessId };
    const before = performance.now();
    const baseMib = peakMib();
    await upload(place, sizes.checked, 'checked');
    const seconds = (performance.now() - before) / 1_000;
    print({
      what: 'check',
      rows: sizes.checked,
      seconds: rounded(seconds),
      perSecond: Math.round(sizes.checked / seconds),
      baseMib,
      peakMib: peakMib(),
    });
    const uploadedAt = performance.now();
    const batchId = await upload(place, sizes.rows, 'sent');
    const { revision } = await readBatch(context, businessId, batchId);
    await confirmBatch(context, { businessId, batchId, revision: revision ?? '' });
    print({
      what: 'upload to confirmation',
      rows: sizes.rows,
      seconds: rounded((performance.now() - uploadedAt) / 1_000),
    });
    const took = await run(place, batchId, service, sizes.rows);
    const requests = service.requests();
    const { counts } = await readBatch(context, businessId, batchId);
    const sentAgain = await settleUnknown(place, client, service);
    const { rows: intents } = await client.query<{ client_payment_id: string; payment_id: string | null }>(
      'SELECT client_payment_id, payment_id::text FROM payment_intent WHERE business_id = $1',
      [businessId],
    );
    const requested = new Set(intents.map((intent) => intent.client_payment_id));
    const ids = [...service.payments.values()];
    const createdTwice = ids.length - new Set(ids).size;
    const withoutIntent = ids.filter((id) => !requested.has(id)).length;
    const falselyDone = intents.filter(
      ({ payment_id: id }) => id !== null && !service.payments.has(id),
    ).length;
    // The lost connection, the killed worker and the three requests of the outage.
    const isRight =
      createdTwice === 0 &&
      withoutIntent === 0 &&
      falselyDone === 0 &&
      intents.length === sizes.rows &&
      counts.done + counts.unknown === sizes.rows &&
      counts.unknown <= 5 &&
      ids.length === sizes.rows;
    const [firstRow] = service.timings;
    if (firstRow !== undefined)
      print({
        what: 'upload to first row sent',
        rows: sizes.rows,
        seconds: rounded((firstRow.arrivedAt - uploadedAt) / 1_000),
      });
    print({ what: 'rows before the first fault', ...measureCalmRows(service, sizes.rows) });
    print({
      what: 'run',
      rows: sizes.rows,
      seconds: rounded(took),
      perSecond: rounded(sizes.rows / took),
      requests,
      done: counts.done,
      unknown: counts.unknown,
      failed: counts.failed,
      sentAgain,
      payments: ids.length,
      createdTwice,
      withoutIntent,
      falselyDone,
      right: isRight,
    });
    return isRight;
  } finally {
    await client.end();
  }
}
