import { createHmac, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { createServer } from 'node:https';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { startIntake } from '#lib/intake/index.ts';
import { queueMail, sendMail } from '#lib/mail/index.ts';
import { recordCronRun, reportCron } from '#lib/operations/index.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { requestPayment } from '#lib/payments/index.ts';
import { checkCredentials } from '#lib/people/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { countRequest } from '#lib/platform/metrics.ts';
import { createLoopbackCertificate } from '#lib/platform/testing/certificate.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { depositCallbackSample, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { amount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import type { Scrape } from './evaluate-rule.ts';
import { evaluateRule, parseScrape } from './evaluate-rule.ts';

/** Each alert rule fires from the metrics that a running intake serves, after the event for which it exists. */

const token = 'a-token-for-the-metrics-of-these-tests';
const https = createServer(createLoopbackCertificate());
await new Promise<void>((listening) => https.listen(0, '127.0.0.1', listening));
const bound = https.address();
Object.assign(testEnv, {
  METRICS_TOKEN: token,
  APP_URL: `https://localhost:${bound !== null && typeof bound !== 'string' ? bound.port : 0}`,
});
const service = await startFakeService();

const ruleFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const rules = new Map(
  ruleFile
    .parse(parse(fs.readFileSync('docs/monitoring/alerts.yml', 'utf8')))
    .groups.flatMap((group) => group.rules)
    .map(({ alert, expr }) => [alert, expr]),
);

let tenant: Tenant;
let intake: Awaited<ReturnType<typeof startIntake>>;
const run = (sql: string, values: readonly unknown[] = []) => databasePool().query(sql, [...values]);

beforeAll(async () => {
  tenant = await createTenant();
  intake = await startIntake({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await intake.drain(1_000);
  https.close();
  await service.close();
  await run(
    `DELETE FROM part_heartbeat; DELETE FROM job_run;
     UPDATE installation SET backup_at = NULL, anchors_checked_at = NULL, anchors_failing_since = NULL, anchors_failure = NULL`,
  );
  await closeDatabase();
});

/** Reads the metrics as Prometheus does, with `up`, which is all there is of a process that doesn't answer. */
async function scrape(port = intake.port): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null);
  const up = (value: number) => `up{job="countinghouse"} ${value}`;
  if (response === null) return parseScrape(up(0), Date.now() / 1_000, 'intake');
  expect(response.status).toBe(200);
  return parseScrape(`${await response.text()}\n${up(1)}`, Date.now() / 1_000, 'intake');
}

const post = async (body: unknown, kind = 'deposit-received', secret?: string) => {
  const { businessId } = tenant;
  const own = createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(businessId)
    .digest('base64url');
  const path = `/api/callbacks/${businessId}/${secret ?? own}/${kind}`;
  const response = await fetch(`http://127.0.0.1:${intake.port}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.status;
};

async function create(): Promise<void> {
  const context = tenant.as.finance;
  const scope = requirePermission(context, tenant.businessId, 'payment.create');
  const form = createPaymentForm.parse({
    businessId: tenant.businessId,
    clientPaymentId: `ORDER-${randomUUID()}`,
    priceIn: 'fiat',
    amount: amount('49.90'),
    displayCurrency: 'EUR',
    depositCurrency: '',
    network: '',
    type: 'ONE_TIME',
    rateType: 'FIXED',
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  });
  const accepted = await readAcceptedTermsInScope(scope);
  await requestPayment(context, { scope, personId: context.actor.personId, accepted, form });
}
const answer = (status: number) =>
  service.answerWith((_request, response) => response.writeHead(status).end('{"message":"no"}'));

async function createThree(status: number): Promise<void> {
  answer(status);
  for (let count = 0; count < 3; count += 1) await create();
}

const jobRun = (failure: string | null, secondsAgo: number) => ({
  job: 'rollups',
  everySeconds: 60,
  startedAt: instant(Date.now() - secondsAgo * 1_000),
  milliseconds: 40,
  failure,
  requestId: 'request',
});

const insertMessage = (secondsAgo: number, verdict: string) =>
  run(
    `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
     SELECT $1::uuid, 'deposit-received', sha256(body), body, at, at, $3
       FROM (SELECT convert_to($4, 'UTF8') AS body, now() - make_interval(secs => $2) AS at) AS received`,
    [tenant.businessId, secondsAgo, verdict, JSON.stringify({ id: randomUUID() })],
  );

/** Refuses connections to the database until the returned function is called. */
async function cutDatabase(): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg');
  const address = new URL(process.env['DATABASE_URL'] ?? '');
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const allow = (isAllowed: boolean) =>
    client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS ${isAllowed}`);
  await allow(false);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  return async () => {
    await allow(true);
    await client.end();
  };
}

/** The event of each rule. It may return the time in seconds after the scrape at which the rule holds, or a repair. */
type Event = () => Promise<unknown>;
const events: Readonly<Record<string, Event>> = {
  CountinghouseWorkerSilent: async () => {
    await reportCron([]);
    await run(`UPDATE part_heartbeat SET seen_at = now() - interval '3 minutes'`);
  },
  CountinghouseNotReady: () =>
    run(`UPDATE _prisma_migrations SET rolled_back_at = now()
          WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`),
  CountinghouseJobFailing: async () => {
    for (let count = 0; count < 3; count += 1) await recordCronRun(jobRun('TypeError', 0));
  },
  CountinghouseJobLate: () => recordCronRun(jobRun(null, 3_600)),
  CountinghouseCreationUnknown: () => createThree(500),
  CountinghouseCreationFailing: () => createThree(400),
  CountinghouseServiceUnreachable: () => createThree(503),
  CountinghouseCallbacksRefused: async () => {
    expect(await post('{}', 'withdrawal', 'a-wrong-secret')).toBe(404);
  },
  CountinghouseCallbacksQuarantined: async () => {
    expect(await post(depositCallbackSample({ status: 'SOMETHING_NEW' }))).toBe(200);
  },
  CountinghouseWithdrawalsFailing: async () => {
    const { businessId } = tenant;
    expect(await post(withdrawalCallbackSample(businessId, { status: 'FAILED' }), 'withdrawal')).toBe(200);
  },
  CountinghouseMailNotSent: async () => {
    const { personId } = tenant.as.owner.actor;
    const content = { subject: 'Subject', text: 'Text', html: 'Text', at: instant(Date.now() - 20 * 60_000) };
    await inTransaction((transaction) =>
      queueMail(transaction, [
        { businessId: tenant.businessId, personId, permission: 'account.use', ...content },
      ]),
    );
    // No mail server listens there.
    Object.assign(testEnv, { SMTP_URL: 'smtp://127.0.0.1:1?tls=off', SMTP_FROM: 'desk@house.test' });
    const counts = await sendMail(systemContext('alerts', systemClock), AbortSignal.timeout(60_000));
    expect(counts.sent).toBe(0);
  },
  CountinghouseDiskFull: async () => {
    const real = await fsPromises.statfs('.');
    vi.spyOn(fsPromises, 'statfs').mockResolvedValue({ ...real, bavail: 1, bsize: 4_096 });
  },
  CountinghouseQueueOld: async () => {
    expect(await post(depositCallbackSample())).toBe(200);
    // After the read that follows the callback.
    await vi.waitUntil(
      async () => (await run('SELECT 1 FROM payment WHERE read_failures > 0 LIMIT 1')).rows.length > 0,
      {
        timeout: 60_000,
      },
    );
    await run(`UPDATE payment SET next_read_at = now() - interval '1 hour' WHERE business_id = $1::uuid`, [
      tenant.businessId,
    ]);
  },
  CountinghouseCallbacksWaiting: () => insertMessage(700, 'received'),
  CountinghouseErrors: async () => {
    for (let count = 0; count < 30; count += 1)
      countRequest({ path: '/x/payments', method: 'GET', status: 500, seconds: 0.1 });
  },
  CountinghouseAnchorMissing: () =>
    run(`UPDATE installation
            SET anchors_checked_at = now(), anchors_failing_since = now(), anchors_failure = 'file-ahead'`),
  CountinghouseBackupMissing: () => run('UPDATE installation SET backup_at = NULL'),
  CountinghouseBackupOld: () => run(`UPDATE installation SET backup_at = now() - interval '40 hours'`),
  CountinghousePasswordGuessing: async () => {
    const credentials = { email: `${randomUUID()}@example.test`, password: 'wrong' };
    for (let count = 1; count <= 12; count += 1) {
      const sender = { address: `198.18.0.${count}`, userAgent: 'a browser', knownDevice: async () => null };
      await expect(
        checkCredentials(systemContext('sign-in', systemClock), credentials, sender),
      ).rejects.toThrow();
    }
  },
  CountinghouseClockSkew: async () => {
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
  },
};

const recover = async () => {
  vi.restoreAllMocks();
  service.answerWith((request, response) =>
    request.method === 'POST'
      ? response.writeHead(200).end(createdBody(request.body))
      : response.writeHead(404).end('{}'),
  );
  // Prometheus needs a series to exist before it can increase.
  countRequest({ path: '/x/payments', method: 'GET', status: 500, seconds: 0.1 });
  await run('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  await run(
    `DELETE FROM part_heartbeat; DELETE FROM job_run;
     UPDATE installation SET backup_at = NULL, anchors_checked_at = NULL, anchors_failing_since = NULL, anchors_failure = NULL`,
  );
  await run('UPDATE installation SET backup_at = now(), backup_bytes = 7, backup_has_secrets = false');
  await recordCronRun(jobRun(null, 0));
  await reportCron([]);
};

const fired = new Set<string>();

/** Evaluates a rule, and notes it once it has held. */
function evaluate(alert: string, scrapes: readonly Scrape[], at?: number) {
  const held = evaluateRule(rules.get(alert) ?? '', scrapes, at);
  if (held.length > 0) fired.add(alert);
  return held;
}

test('a gauge that was never read is absent but has an age, and its alert holds', async () => {
  vi.spyOn(fsPromises, 'statfs').mockRejectedValue(new Error('no access'));
  const first = await scrape();
  vi.restoreAllMocks();
  expect(first.samples.map(({ name }) => name)).not.toContain('countinghouse_disk_free_bytes');
  const listStale = (seconds: number) =>
    evaluate('CountinghouseGaugesStale', [first], first.at + seconds).map(({ labels }) => labels['gauge']);
  expect(listStale(0)).toEqual([]);
  expect(listStale(700)).toContain('disk');
  expect(listStale(700)).not.toContain('certificates');
  // They are read each hour.
  expect(listStale(11_000)).toContain('certificates');
});

test('without a worker, the silence is absent and not 0, and its alert holds', async () => {
  await run('DELETE FROM part_heartbeat');
  const first = await scrape();
  expect(first.samples.map(({ name }) => name)).not.toContain('countinghouse_worker_silence_seconds');
  expect(evaluate('CountinghouseWorkerNeverSeen', [first])).toHaveLength(1);
  expect(evaluate('CountinghouseWorkerSilent', [first])).toEqual([]);
  await recover();
  expect(evaluate('CountinghouseWorkerNeverSeen', [await scrape()])).toEqual([]);
});

test.each(Object.entries(events))('%s holds after its event, and not before', async (alert, cause) => {
  await recover();
  const before = await scrape();
  expect(evaluate(alert, [before, before])).toEqual([]);
  await cause();
  expect(evaluate(alert, [before, await scrape()])).not.toEqual([]);
});

test('the alerts of the database and of old gauges hold while it is away, and callbacks are not stored', async () => {
  await recover();
  const before = await scrape();
  const restore = await cutDatabase();
  try {
    expect(await post(depositCallbackSample())).toBe(503);
    const away = await scrape();
    for (const alert of [
      'CountinghouseDatabaseAway',
      'CountinghouseNotReady',
      'CountinghouseCallbacksNotStored',
    ])
      expect(evaluate(alert, [before, away]), alert).not.toEqual([]);
    const stale = evaluate('CountinghouseGaugesStale', [away], away.at + 700);
    expect(stale.map(({ labels }) => labels['gauge'])).toEqual(
      expect.arrayContaining(['queues', 'worker', 'backup', 'jobs']),
    );
    expect(evaluate('CountinghouseGaugesStale', [before])).toEqual([]);
  } finally {
    await restore();
  }
  await vi.waitUntil(async () => evaluate('CountinghouseNotReady', [await scrape()]).length === 0, {
    timeout: 60_000,
    interval: 500,
  });
});

test('the alert of waiting requests holds while all connections are used', async () => {
  await recover();
  const before = await scrape();
  const clients = await Promise.all(
    Array.from({ length: databasePool().options.max }, () => databasePool().connect()),
  );
  const waiting = run('SELECT 1');
  const exhausted = await scrape();
  for (const client of clients) client.release();
  await waiting;
  expect(evaluate('CountinghousePoolExhausted', [before])).toEqual([]);
  expect(evaluate('CountinghousePoolExhausted', [exhausted])).not.toEqual([]);
});

test('the alerts of time hold once it has passed: certificate and silence of callbacks', async () => {
  await recover();
  expect(await post(depositCallbackSample())).toBe(200);
  await vi.waitUntil(async () => evaluate('CountinghouseCertificateEnds', [await scrape()]).length > 0, {
    timeout: 60_000,
    interval: 200,
  });
  const now = await scrape();
  expect(evaluate('CountinghouseNoCallbacks', [now])).toEqual([]);
  expect(evaluate('CountinghouseNoCallbacks', [now], now.at + 90_000)).not.toEqual([]);
  const never = parseScrape('countinghouse_callback_timestamp_seconds 0', now.at, 'web');
  expect(evaluate('CountinghouseNoCallbacks', [never])).not.toEqual([]);
});

test('the alert of a part holds when it no longer answers', async () => {
  const other = await startIntake({ host: '127.0.0.1', port: 0 });
  expect(evaluate('CountinghouseDown', [await scrape(other.port)])).toEqual([]);
  await other.drain(1_000);
  expect(evaluate('CountinghouseDown', [await scrape(other.port)])).toHaveLength(1);
});

test('every rule has held in a test of this file', () => {
  expect([...rules.keys()].filter((alert) => !fired.has(alert))).toEqual([]);
});
