import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { addChunk, checkRows, confirmBatch, readBatch, startUpload } from '#lib/payment-batches/index.ts';
import { batchLimits } from '#lib/payment-batches/model/fields.ts';
import type { BatchId } from '#lib/payment-batches/schema.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { createServiceClient } from '#lib/service/index.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { BatchOwner } from './batch-run.ts';
import { runWithFaults } from './batch-run.ts';
import type { BenchSandbox } from './batch-sandbox.ts';
import { countSentTwice, readRequests, settleUnknown } from './batch-settling.ts';

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'batches', ...line }));
const rounded = (number: number) => Math.round(number * 10) / 10;
const peakMib = () => Math.round(process.resourceUsage().maxRSS / 1024);

/** Creates the business with a person of finance. */
async function createPerson(client: pg.Client, businessId: BusinessId): Promise<Context<PersonActor>> {
  const { rows } = await client.query<{ person: string }>(
    `WITH business AS (INSERT INTO business (id, name) VALUES ($1, 'Bench') RETURNING id),
          person AS (INSERT INTO person (email, name, password_hash) VALUES ('finance@bench.test', 'Bench', '') RETURNING id),
          member AS (INSERT INTO membership (person_id, business_id, role)
                       SELECT person.id, business.id, 'finance' FROM person, business)
     SELECT person.id::text AS person FROM person`,
    [businessId],
  );
  return createContext({
    kind: 'person',
    personId: toId<PersonId>(rows[0]?.person ?? ''),
    sessionId: toId<SessionId>('00000000-0000-4000-a000-000000000000'),
    email: 'finance@bench.test',
    name: 'Bench',
    roles: new Map([[businessId, 'finance']]),
    hasSecondFactor: true,
  });
}

/** Uploads a file with this number of rows and checks it. */
async function upload({ context, businessId }: BatchOwner, rows: number, prefix: string): Promise<BatchId> {
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
    decimalSign: null,
    mapping: null,
    defaults: null,
  });
  return batchId;
}

/** Milliseconds between two requests of a run before the first fault, or null with fewer than two. */
async function measureRowInterval(client: pg.Client, { businessId }: BatchOwner, rows: number) {
  const { rows: found } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM max(started_at) - min(started_at)) * 1000 / nullif(count(*) - 1, 0))::float8 AS ms
       FROM (SELECT started_at FROM payment_attempt WHERE business_id = $1 ORDER BY started_at LIMIT $2) AS calm`,
    [businessId, Math.floor(rows / 7)],
  );
  return found[0]?.ms ?? null;
}

/** Milliseconds that the service takes for one payment, asked directly: the median of some requests. */
async function measureService({ timedBusinessId }: BenchSandbox): Promise<number> {
  const client = createServiceClient(systemClock);
  const taken: number[] = [];
  for (let number = 0; number < 50; number += 1) {
    const payment = { clientPaymentId: `timed-${number}`, businessId: timedBusinessId, locale: 'en' };
    const price = { displayCurrency: 'EUR', displayAmount: '10.50' };
    const terms = { type: 'ONE_TIME', rateType: 'FIXED', expirationMinutes: 30 };
    const begun = performance.now();
    const outcome = await client.createPayment(JSON.stringify({ ...payment, ...price, ...terms }));
    taken.push(performance.now() - begun);
    if (outcome.kind !== 'answer' || outcome.status !== 200)
      throw new Error(`the sandbox refused a payment: ${JSON.stringify(outcome).slice(0, 500)}`);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(taken.length / 2)] ?? 0;
}

/** The sizes and the folder of a bench. */
type Sizes = {
  readonly rows: number;
  readonly checked: number;
  readonly outageMs: number;
  readonly folder: string;
  /** Proves the promises with few rows, and measures nothing. */
  readonly isShort: boolean;
};

/** A worker waits up to a minute for the lease of a killed process. */
const usualPace = { latencyMs: 0, aheadSeconds: 0, timeoutMs: 30 * 60_000 };
/** The sandbox accepts clocks that are up to five minutes ahead. */
const shortPace = { latencyMs: 250, aheadSeconds: 70, timeoutMs: 90_000 };

/**
 * The person some minutes later, when an interrupted request is unknown by the clocks of both workers. A process can be
 * killed before its request leaves it, and such a request is sent again.
 */
const afterwards = ({ context, businessId }: BatchOwner, aheadSeconds: number): BatchOwner => ({
  businessId,
  context: {
    ...context,
    clock: { now: () => addMilliseconds(context.clock.now(), (2 * aheadSeconds + 60) * 1_000) },
  },
});

/** Checks a large file, and measures its speed and memory. */
async function benchCheck(place: BatchOwner, { checked }: Sizes): Promise<void> {
  const before = performance.now();
  const baseMib = peakMib();
  await upload(place, checked, 'checked');
  const seconds = (performance.now() - before) / 1_000;
  print({
    what: 'check',
    rows: checked,
    seconds: rounded(seconds),
    perSecond: Math.round(checked / seconds),
    baseMib,
    peakMib: peakMib(),
  });
}

/** Compares the payments at the sandbox with the requests. */
async function compare(client: pg.Client, place: BatchOwner, sandbox: BenchSandbox) {
  const payments = await sandbox.listPayments();
  const requests = await readRequests(client, place);
  const byPayment = new Map(requests.map((request) => [request.paymentId, request]));
  const atService = new Set<string | null>(payments.map(({ paymentId }) => paymentId));
  const ids = payments.map(({ clientPaymentId }) => clientPaymentId);
  return {
    payments: payments.length,
    requests: requests.length,
    createdTwice: ids.length - new Set(ids).size,
    withoutRequest: payments.filter(
      ({ paymentId, clientPaymentId }) => byPayment.get(paymentId)?.clientPaymentId !== clientPaymentId,
    ).length,
    unsettled: requests.filter(({ state }) => state !== 'CREATED').length,
    /** Created according to the request, although the sandbox has no such payment. */
    unproven: requests.filter(({ state, paymentId }) => state === 'CREATED' && !atService.has(paymentId))
      .length,
  };
}

/** Measures the check of a large file and the run of a smaller one. Returns false if a promise is broken. */
export async function benchBatches(url: string, sandbox: BenchSandbox, sizes: Sizes): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await applyMigrations(client);
    const { rows } = sizes;
    const businessId = toId<BusinessId>(sandbox.businessId);
    const context = await createPerson(client, businessId);
    const place = { context, businessId };
    if (!sizes.isShort) await benchCheck(place, sizes);
    const serviceMs = sizes.isShort ? null : await measureService(sandbox);
    const uploadedAt = new Date();
    const batchId = await upload(place, rows, 'sent');
    const { revision } = await readBatch(context, businessId, batchId);
    await confirmBatch(context, { businessId, batchId, revision: revision ?? '' });
    print({
      what: 'upload to confirmation',
      rows,
      seconds: rounded((Date.now() - uploadedAt.getTime()) / 1_000),
    });
    const pace = sizes.isShort ? shortPace : usualPace;
    const { seconds, kills, pauses } = await runWithFaults(place, batchId, client, sandbox, {
      ...sizes,
      ...pace,
    });
    const { rows: first } = await client.query<{ at: Date }>(
      'SELECT min(started_at) AS at FROM payment_attempt WHERE business_id = $1',
      [businessId],
    );
    const firstAt = first[0]?.at.getTime() ?? Number.NaN;
    // The start of the web app is a part of it.
    print({
      what: 'upload to first row sent',
      rows,
      seconds: rounded((firstAt - uploadedAt.getTime()) / 1_000),
    });
    if (serviceMs !== null) {
      const perRowMs = await measureRowInterval(client, place, rows);
      print({
        what: 'rows before the first fault',
        perSecond: perRowMs === null ? null : rounded(1_000 / perRowMs),
        perRowMs: perRowMs === null ? null : rounded(perRowMs),
        serviceMs: rounded(serviceMs),
        ownShare: perRowMs === null ? null : Math.round((1 - serviceMs / perRowMs) * 100) / 100,
      });
    }
    const before = (await readBatch(context, businessId, batchId)).counts;
    const sentTwice = await countSentTwice(client, place);
    const { createdTwice, unproven } = await compare(client, place, sandbox);
    const settled = await settleUnknown(afterwards(place, pace.aheadSeconds), client, sandbox);
    const { counts } = await readBatch(context, businessId, batchId);
    const compared = await compare(client, place, sandbox);
    const isRight =
      createdTwice + unproven === 0 &&
      before.done + before.unknown === rows &&
      // Both killed processes had sent a request.
      before.unknown >= 3 &&
      sentTwice === 0 &&
      counts.done === rows &&
      compared.payments === rows &&
      compared.requests === rows &&
      compared.createdTwice + compared.withoutRequest + compared.unsettled + compared.unproven === 0;
    print({
      what: 'run',
      rows,
      seconds: rounded(seconds),
      perSecond: rounded(rows / seconds),
      kills,
      pauses,
      done: before.done,
      unknown: before.unknown,
      failed: before.failed,
      sentTwice,
      settled,
      doneAfterwards: counts.done,
      ...compared,
      right: isRight,
    });
    return isRight;
  } finally {
    await client.end();
  }
}
