import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseAnchorLine } from './anchor.ts';
import { takeAnchorLock } from './store.ts';
import type { AnchorFixture } from './testing/anchor-fixture.ts';
import { createAnchorFixture, createSigningKey, executePastTriggers } from './testing/anchor-fixture.ts';

let desk: AnchorFixture;
beforeEach(async () => {
  desk = await createAnchorFixture();
});
afterEach(() => desk.end());

const listReasons = () => desk.lines().map((line) => parseAnchorLine(line)?.anchor.reason);
const readFailure = async () => (await database().installation.findFirst())?.anchorsFailure ?? null;

test('anchors at the interval, and only chains that have grown', async () => {
  await desk.anchor();
  await desk.write();
  expect(await desk.run()).toEqual({ anchors: 0, sent: 0 });
  await desk.anchor();
  desk.later();
  expect(await desk.run()).toEqual({ anchors: 0, sent: 0 });
  expect(listReasons()).toEqual(['begin', 'interval']);
  expect(parseAnchorLine(desk.lines()[1] ?? '')?.anchor.heads).toEqual([
    [desk.tenant.businessId, '3', expect.any(String)],
  ]);
});

test('anchors a decision before the interval is over', async () => {
  await desk.anchor();
  await desk.write(1, 'review-case.view');
  expect((await desk.run()).anchors).toBe(0);
  await desk.write(1, 'review-case.decide');
  expect((await desk.run()).anchors).toBe(1);
  expect(listReasons()).toEqual(['begin', 'decision']);
  expect((await desk.run()).anchors).toBe(0);
});

test('rotates the key twice, each introduced by the former key and entered in the chain', async () => {
  const [one] = desk.settings.keys;
  const [two, three] = [createSigningKey(), createSigningKey()];
  if (one === undefined) throw new Error('no key');
  await desk.anchor();
  await desk.anchor(1, { keys: [two, one] });
  await desk.anchor(1, { keys: [two] });
  await desk.anchor(1, { keys: [three, two] });
  await desk.anchor(1, { keys: [three] });
  expect(listReasons()).toEqual(['begin', 'key-change', 'interval', 'key-change', 'interval']);
  const { breaches, notes } = await desk.verify([one.publicKey]);
  expect(breaches).toEqual([]);
  expect(notes.slice(1)).toEqual([
    `Audit anchor 2 changes the key from ${one.id} to ${two.id} and is signed with the old key.`,
    `Audit anchor 4 changes the key from ${two.id} to ${three.id} and is signed with the old key.`,
  ]);
  const entered = await database().auditEntry.findMany({
    where: { action: 'audit.change-key' },
    orderBy: { sequence: 'asc' },
  });
  expect(entered.map(({ objectId }) => objectId)).toEqual([two.id, three.id]);
});

test('begins a series after a lost key, which verification accepts only once it is pinned', async () => {
  const lost = createSigningKey();
  await desk.anchor();
  await desk.anchor(1, { keys: [lost] });
  await desk.anchor(1, { keys: [lost] });
  expect(listReasons()).toEqual(['begin', 'key-lost', 'interval']);
  const { breaches, notes } = await desk.verify();
  expect(breaches).toEqual([
    expect.stringMatching(
      new RegExp(`^Audit anchors 2 to 3 \\(series 2\\) can’t be trusted, because their key ${lost.id}`),
    ),
  ]);
  expect(notes).toContain(
    'A new series of anchors (2) begins with anchor 2, because the signing key was lost.',
  );
  const first = desk.settings.keys[0]?.publicKey ?? '';
  expect((await desk.verify([first, lost.publicKey])).breaches).toEqual([]);
  expect(await database().auditEntry.count({ where: { action: 'audit.lose-key' } })).toBe(1);
});

test("two workers with different keys don't alternate", async () => {
  await desk.anchor();
  await desk.anchor(1, { keys: [createSigningKey()] });
  await desk.anchor(1);
  expect([await readFailure(), desk.lines().length]).toEqual(['other-key', 2]);
});

test('two workers write each anchor once', async () => {
  await desk.write();
  for (let n = 0; n < 5; n += 1) {
    await desk.write();
    desk.later();
    await Promise.all([desk.run(), desk.run(), desk.run()]);
  }
  await desk.run();
  const numbers = desk.lines().map((line) => parseAnchorLine(line)?.anchor.number);
  expect(numbers).toEqual([1, 2, 3, 4, 5]);
  expect((await desk.verify()).breaches).toEqual([]);
});

test('leaves the anchor to the worker that holds the lock', async () => {
  await desk.write();
  await inTransaction(async (transaction) => {
    expect(await takeAnchorLock(transaction)).toBe(true);
    expect((await desk.run()).anchors).toBe(0);
  });
  expect((await desk.run()).anchors).toBe(1);
});

test("raises the alarm if the file can't be written, and delivers missing anchors later", async () => {
  await desk.anchor();
  fs.renameSync(desk.file, `${desk.file}.aside`);
  fs.mkdirSync(desk.file);
  await desk.anchor();
  await desk.anchor();
  expect(await readFailure()).toBe('file-unwritable');
  fs.rmdirSync(desk.file);
  fs.renameSync(`${desk.file}.aside`, desk.file);
  await desk.run();
  expect(await readFailure()).toBeNull();
  expect(desk.lines().length).toBe(3);
  expect((await desk.verify()).breaches).toEqual([]);
});

test.skipIf(!fs.existsSync('/dev/full'))(
  'raises the alarm while the disk is full, and delivers missing anchors once there is space',
  async () => {
    // Every write to this device fails like on a full disk.
    fs.symlinkSync('/dev/full', desk.file);
    expect((await desk.anchor()).anchors).toBe(1);
    expect(await readFailure()).toBe('file-unwritable');
    fs.unlinkSync(desk.file);
    await desk.run();
    expect([await readFailure(), desk.lines().length]).toEqual([null, 1]);
    expect((await desk.verify()).breaches).toEqual([]);
  },
);

test('completes a line that was cut off by a crash', async () => {
  await desk.anchor();
  await desk.anchor();
  const whole = fs.readFileSync(desk.file, 'utf8');
  fs.truncateSync(desk.file, whole.length - 30);
  await desk.run();
  expect([fs.readFileSync(desk.file, 'utf8'), await readFailure()]).toEqual([whole, null]);
});

test('appends no anchor to the file of another database', async () => {
  await desk.anchor();
  const [line = ''] = desk.lines();
  await executePastTriggers('TRUNCATE audit_anchor, audit_anchor_head');
  await desk.anchor(1, { keys: [createSigningKey()] });
  expect([desk.lines(), await readFailure()]).toEqual([[line], 'file-ahead']);
});

test('anchors no log with changed entries', async () => {
  await desk.anchor(2);
  await executePastTriggers(
    `UPDATE audit_entry SET hash = '\\x00' WHERE chain_id = '${desk.tenant.businessId}' AND sequence = 2`,
  );
  await desk.anchor();
  expect([await readFailure(), desk.lines().length]).toEqual(['entries-changed', 1]);
});

test('raises the alarm without a key, and blocks no entry', async () => {
  await desk.anchor(1, { keys: [] });
  expect(await readFailure()).toBe('no-key');
  await desk.write(1, 'review-case.decide');
  expect(await database().auditEntry.count()).toBe(2);
});

test('does nothing without a file and a webhook', async () => {
  await desk.write(1, 'review-case.decide');
  expect((await desk.run({ file: null })).anchors).toBe(0);
  expect(await readFailure()).toBeNull();
});

test('posts each anchor to the webhook, in order and until it is accepted', async () => {
  const received: { number: string | undefined; body: string }[] = [];
  let status = 302;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (status === 200)
      received.push({
        number: String(request.headers['x-anchor-number']),
        body: Buffer.concat(chunks).toString(),
      });
    response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = readPort(server.address());
  const webhook = new URL(`http://127.0.0.1:${port}/anchors?from=test`);
  try {
    await desk.anchor(1, { webhook });
    expect(await readFailure()).toBe('webhook-failed');
    await desk.anchor(1, { webhook });
    status = 200;
    expect(await desk.run({ webhook })).toEqual({ anchors: 0, sent: 2 });
    expect(await desk.run({ webhook })).toEqual({ anchors: 0, sent: 0 });
    expect(received.map(({ number }) => number)).toEqual(['1', '2']);
    expect(received.map(({ body }) => body)).toEqual(desk.lines());
    expect(await readFailure()).toBeNull();
  } finally {
    server.close();
  }
});

const readPort = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

test('the database refuses to change or remove an anchor', async () => {
  await desk.anchor();
  for (const sql of [
    "UPDATE audit_anchor SET line = ''",
    'DELETE FROM audit_anchor',
    'TRUNCATE audit_anchor',
  ])
    await expect(databasePool().query(sql)).rejects.toThrow('audit_anchor only grows and refuses');
});

test('an anchor of 1,000 businesses is one line, and the next lists only chains that have grown', async () => {
  await executePastTriggers(
    `INSERT INTO audit_head SELECT gen_random_uuid(), 1, sha256(n::text::bytea) FROM generate_series(1, 1000) n`,
  );
  const startedAt = performance.now();
  await desk.anchor();
  const durationMs = performance.now() - startedAt;
  await desk.anchor();
  const [first = '', second = ''] = desk.lines();
  expect(parseAnchorLine(first)?.anchor.chains).toBe(1_002);
  expect([first.length < 150_000, second.length < 1_000, durationMs < 2_000]).toEqual([true, true, true]);
});
