import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReadModel } from './checks/check-by-command.ts';
import { checkCallbacks } from './checks/check-callbacks.ts';
import type { Violation } from './checks/violation.ts';
import { listBrokenInvariants } from './checks/violation.ts';
import { createContent, toContentKey } from './contents/content.ts';
import { contentStream } from './contents/stream.ts';
import { withClient } from './database/cluster.ts';
import { addTenants, freshDatabase } from './database/template.ts';
import type { DecisionRequest } from './parts/decider.ts';
import { makeDecider } from './parts/decider.ts';
import { createServer } from './parts/server.ts';
import { createRandom } from './random.ts';
import { runEpisode } from './scene/episode.ts';
import type { TestCluster } from './scene/test-cluster.ts';
import { createTestCluster } from './scene/test-cluster.ts';
import type { SendingLog } from './sending/log.ts';
import { sendingLog } from './sending/log.ts';
import { post } from './sending/post.ts';

/** Breaks each promise on purpose, to prove that the checker finds it. */
let stage: TestCluster;
beforeAll(async () => {
  stage = await createTestCluster({ synced: false });
});
afterAll(() => stage.remove());

test('detects a server that acknowledges before it commits', async () => {
  const report = await runEpisode({
    seed: 'hasty',
    servers: ['hasty'],
    creators: 0,
    deciders: 0,
    hasWorker: false,
    databaseUrl: await freshDatabase(stage.cluster, 'hasty'),
    cluster: stage.cluster,
    folder: stage.folder,
    logFile: null,
    atOnce: 4,
    disturb: async ({ servers, log }) => {
      while (log.totals().acknowledged < 50) await new Promise(setImmediate);
      for (const door of servers) await door.kill();
      for (const door of servers) await door.start();
    },
  });
  expect(listBrokenInvariants(report.violations)).toEqual(['I1']);
  expect(report.violations[0]?.description).toMatch(/was acknowledged \d+ times/);
});

describe('altered data of a correct door', () => {
  let log: SendingLog;
  let url: string;
  let businesses: readonly string[];
  let requests: readonly DecisionRequest[];
  beforeAll(async () => {
    url = await freshDatabase(stage.cluster, 'altered');
    const chance = createRandom('altered');
    const tenants = await addTenants(url, chance);
    businesses = tenants.businesses;
    const service = { databaseUrl: url, serviceUrl: 'http://127.0.0.1:9', folder: stage.folder };
    const door = await createServer('intake', { ...service, name: 'honest' });
    await door.start();
    log = sendingLog(null);
    const next = contentStream(chance, businesses);
    while (log.totals().acknowledged < 120)
      for (const content of next()) {
        log.recordSent(content, door.name);
        const { outcome, said: details } = await post(door.address, content);
        log.recordAnswer(content, door.name, outcome, details);
      }
    await door.stop();
    // Releases every other quarantined content and rejects the rest.
    const decider = makeDecider({ ...service, name: 'owner', personId: tenants.personId });
    await decider.start();
    for (const [index, content] of log.listQuarantined().entries()) {
      decider.decide(content, index % 2 === 0 ? 'release' : 'reject');
      await decider.finish();
    }
    await decider.stop();
    requests = decider.requests;
  });

  const checked = (checkedLog: SendingLog = log, decisions = requests) =>
    withClient(url, (client) => checkCallbacks(client, businesses, checkedLog, decisions));

  /** Changes the database, runs the checks and rolls the change back. */
  const foundBehind = (sql: string): Promise<Violation[]> =>
    withClient(url, async (client) => {
      await client.query('BEGIN');
      // Disables triggers and foreign keys, as a person with access to the disk could.
      await client.query('SET LOCAL session_replication_role = replica');
      const { rowCount } = await client.query(sql);
      expect(rowCount).toBeGreaterThan(0);
      const violations = await checkCallbacks(client, businesses, log, requests);
      await client.query('ROLLBACK');
      return violations;
    });

  test('finds no violation in unaltered data', async () => {
    expect(await checked()).toEqual([]);
    expect(await checkReadModel(url)).toEqual([]);
  });

  test('finds released and rejected messages in the data', () => {
    const done = requests.filter(({ outcome }) => outcome === 'done').map(({ act }) => act);
    expect(new Set(done)).toEqual(new Set(['release', 'reject']));
  });

  const one = `SELECT id FROM callback_message WHERE kind = 'deposit-received' AND verdict = 'applied' LIMIT 1`;
  const decided = (kind: string) => `SELECT message_id FROM callback_decision WHERE kind = '${kind}' LIMIT 1`;
  const first = (table: string) => `ctid = (SELECT ctid FROM ${table} LIMIT 1)`;

  test.each([
    [
      'a body of which one byte is another',
      `UPDATE callback_message SET body = set_byte(body, 3, 64) WHERE id = (${one})`,
      'I4',
    ],
    [
      'a hash of other bytes',
      `UPDATE callback_message SET sha256 = sha256('other') WHERE id = (${one})`,
      'I4',
    ],
    [
      'another body with the hash that belongs to it',
      `UPDATE callback_message SET body = 'other', sha256 = sha256('other') WHERE id = (${one})`,
      'I2',
    ],
    [
      'a row that nobody sent',
      `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
       SELECT business_id, kind, sha256('extra'), 'extra', now(), now(), 'stored' FROM callback_message LIMIT 1`,
      'I2',
    ],
    [
      'a row twice',
      `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
       SELECT business_id, kind, sha256 || '\\x00', body, now(), now(), verdict FROM callback_message WHERE id = (${one})`,
      'I1',
    ],
    ['a row that is gone', `DELETE FROM callback_message WHERE id = (${one})`, 'I1'],
    ['a delivery that is gone', `DELETE FROM callback_delivery WHERE message_id = (${one})`, 'I1'],
    [
      'a delivery too many',
      `INSERT INTO callback_delivery (business_id, message_id, received_at)
       SELECT business_id, id, now() FROM callback_message WHERE id = (${one})`,
      'I1',
    ],
    [
      'a good callback in quarantine',
      `UPDATE callback_message SET verdict = 'quarantined' WHERE id = (${one})`,
      'I1',
    ],
    [
      'a callback that still waits',
      `UPDATE callback_message SET verdict = 'received' WHERE id = (${one})`,
      'I1',
    ],
    [
      'an effect that is gone',
      `DELETE FROM deposit WHERE deposit_id IN (SELECT subject_id FROM callback_message WHERE id = (${one}))`,
      'I1',
    ],
    [
      'an amount of which one digit is another',
      `UPDATE deposit SET callback_deposit_amount = callback_deposit_amount + 0.000000000000000001 WHERE ${first('deposit')}`,
      'I1',
    ],
    [
      'a withdrawal that counts a version too many',
      `UPDATE withdrawal SET versions = versions + 1 WHERE ${first('withdrawal')}`,
      'I1',
    ],
    [
      'a released callback back in quarantine',
      `UPDATE callback_message SET verdict = 'quarantined' WHERE id = (${decided('released')})`,
      'I1',
    ],
    [
      'a released callback that shows nowhere',
      `DELETE FROM deposit WHERE deposit_id IN (SELECT subject_id FROM callback_message WHERE id = (${decided('released')}))`,
      'I1',
    ],
    [
      'a rejected callback that takes effect all the same',
      `UPDATE callback_message SET verdict = 'applied' WHERE id = (${decided('rejected')})`,
      'I1',
    ],
    [
      'a decision that is gone',
      `DELETE FROM callback_decision WHERE message_id = (${decided('released')})`,
      'I1',
    ],
    [
      'a release that is there twice',
      `INSERT INTO callback_decision (business_id, message_id, kind, revision, at, verdict_before, verdict_after)
       SELECT business_id, message_id, kind, revision + 1, at, verdict_before, verdict_after FROM callback_decision
        WHERE message_id = (${decided('released')})`,
      'I1',
    ],
    [
      'a decision of which the audit log says nothing',
      `DELETE FROM audit_entry WHERE object_id = (${decided('released')})::text`,
      'I8',
    ],
    [
      'a record of nothing',
      `INSERT INTO withdrawal (business_id, withdrawal_id, first_received_at, changed_at)
       SELECT business_id, gen_random_uuid(), now(), now() FROM withdrawal LIMIT 1`,
      'I2',
    ],
  ] as const)('%s', async (_what, sql, invariant) => {
    expect(listBrokenInvariants(await foundBehind(sql))).toContain(invariant);
  });

  test('detects a logged 200 that was never committed', async () => {
    const claims: SendingLog = {
      ...log,
      contentCounts: () => {
        const content = createContent({
          businessId: businesses[0] ?? '',
          kind: 'withdrawal',
          expectedVerdict: 'raw',
          body: 'never',
        });
        return [
          ...log.contentCounts(),
          { content, sent: 1, ok: 1, kept: 0, failed: 0, unknown: 0, wrong: 0 },
        ];
      },
    };
    expect(listBrokenInvariants(await checked(claims))).toEqual(['I1']);
  });

  test('detects a logged 200 without a delivery', async () => {
    const [some, ...others] = log.contentCounts();
    if (some === undefined) throw new Error('nothing was sent');
    const more = { ...some, sent: some.sent + 1, ok: some.ok + 1 };
    expect(listBrokenInvariants(await checked({ ...log, contentCounts: () => [more, ...others] }))).toEqual([
      'I1',
    ]);
    expect(toContentKey(more.content)).toBe(toContentKey(some.content));
  });

  test('detects a reported release that never happened', async () => {
    const rejected = requests.find(({ act, outcome }) => act === 'reject' && outcome === 'done');
    if (rejected === undefined) throw new Error('nothing was rejected');
    const claims = [...requests, { ...rejected, act: 'release' as const }];
    expect(listBrokenInvariants(await checked(log, claims))).toEqual(['I1']);
  });

  test('detects decisions without a request', async () => {
    expect(listBrokenInvariants(await checked(log, []))).toContain('I2');
  });

  test('detects an answer that no callback may receive', async () => {
    expect(listBrokenInvariants(await checked({ ...log, listWrongAnswers: () => ['intake: 410'] }))).toEqual([
      'answers',
    ]);
  });

  test('detects a callback that waits too long beside a live worker', async () => {
    const wait = `WITH stored AS (
        INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict, subject_id, payment_id)
        SELECT business_id, kind, sha256('late'), 'late', now() - interval '11 minutes', now(), 'received', gen_random_uuid(),
               gen_random_uuid() FROM callback_message WHERE id = (${one})
        RETURNING id, business_id)
      INSERT INTO received_delta (business_id, source, rows, checksum)
      SELECT business_id, 'callback_message', 1, ('x' || right(id::text, 12))::bit(48)::bigint FROM stored`;
    const run = (sql: string) => withClient(url, (client) => client.query(sql));
    await run(wait);
    await run('DELETE FROM part_heartbeat');
    const broken = async () => listBrokenInvariants(await checkReadModel(url));
    expect(await broken()).toEqual([]);
    await run(`INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
      VALUES ('worker', gen_random_uuid(), 'here', '1', now(), now())`);
    expect(await broken()).toEqual(['I3']);
    await run('DELETE FROM part_heartbeat');
  });

  test('detects a read model that differs from the stored bytes', async () => {
    await withClient(url, async (client) => {
      await client.query(`UPDATE payment SET expected_display_amount = 1 WHERE ${first('payment')}`);
    });
    expect(listBrokenInvariants(await checkReadModel(url))).toEqual(['I3']);
  });
});
