import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { hashEntry } from '../canonical.ts';
import { listEntries } from '../queries.ts';
import { verifyAudit } from '../verify-audit.ts';
import { hashAnchor, parseAnchorLine, toAnchorLine, toSignedText } from './anchor.ts';
import { readSigningKey } from './signing-key.ts';
import type { AnchorFixture } from './testing/anchor-fixture.ts';
import {
  createAnchorFixture,
  createSigningKey,
  executePastTriggers,
  takeBackup,
} from './testing/anchor-fixture.ts';

describe('verification', () => {
  let desk: AnchorFixture;
  beforeEach(async () => {
    desk = await createAnchorFixture();
  });
  afterEach(() => desk.end());

  const chainId = () => desk.tenant.businessId;
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  /** Makes `count` anchors. */
  async function anchors(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await desk.anchor();
  }

  /** Changes an entry and recomputes every later hash, as a careful forger does. */
  async function rewrite(chainId: string, from: bigint): Promise<void> {
    const entries = await listEntries(chainId, from - 1n, 1_000);
    let previous = entries[0]?.previous ?? new Uint8Array();
    const statements: string[] = [];
    for (const entry of entries) {
      const forged = { ...entry, action: entry.sequence === from ? 'thing.forged' : entry.action, previous };
      const hash = hashEntry(forged);
      statements.push(
        `UPDATE audit_entry SET action = '${forged.action}', previous = '\\x${hex(previous)}', hash = '\\x${hex(hash)}'
        WHERE chain_id = '${chainId}' AND sequence = ${entry.sequence}`,
      );
      previous = hash;
    }
    await executePastTriggers(
      ...statements,
      `UPDATE audit_head SET hash = '\\x${hex(previous)}' WHERE chain_id = '${chainId}'`,
    );
  }

  /** Deletes the newest entries and resets the head, so that the chain itself verifies. */
  const cutTail = (chainId: string, last: bigint) =>
    executePastTriggers(
      `DELETE FROM audit_entry WHERE chain_id = '${chainId}' AND sequence > ${last}`,
      `UPDATE audit_head SET sequence = ${last}, hash = (SELECT hash FROM audit_entry
       WHERE chain_id = '${chainId}' AND sequence = ${last}) WHERE chain_id = '${chainId}'`,
    );

  test('verifies an unchanged log and reports that existing chains were adopted', async () => {
    await desk.write(3);
    await anchors(3);
    const { breaches, notes, anchors: count, unanchored } = await desk.verify();
    expect([breaches, count, unanchored]).toEqual([[], 3, 0n]);
    expect(notes).toEqual([
      expect.stringMatching(/^Audit anchor 1 .* covers 2 audit chains with 5 entries\./),
    ]);
  });

  test('detects a tail that was cut, which the chain alone does not', async () => {
    await anchors(3);
    await cutTail(chainId(), 1n);
    expect((await verifyAudit()).breaches).toEqual([]);
    expect((await desk.verify()).breaches).toEqual([
      `Entry 2 of audit chain ${chainId()} is missing, although anchor 2 covers it.`,
    ]);
  });

  test('detects a chain that was removed as a whole', async () => {
    await anchors(1);
    await executePastTriggers(
      `DELETE FROM audit_entry WHERE chain_id = '${chainId()}'`,
      `DELETE FROM audit_head WHERE chain_id = '${chainId()}'`,
    );
    expect((await verifyAudit()).breaches).toEqual([]);
    expect((await desk.verify()).breaches[0]).toContain('Entry 1 of audit chain');
  });

  test('detects an entry that was rewritten with every hash after it', async () => {
    await anchors(3);
    await rewrite(chainId(), 2n);
    expect((await verifyAudit()).breaches).toEqual([]);
    expect((await desk.verify()).breaches).toEqual([
      `Audit chain ${chainId()} was rewritten: entry 2 differs from the one that anchor 2 covers.`,
    ]);
  });

  test('detects chains that two businesses exchanged', async () => {
    const other = await createTenant();
    await desk.write(1);
    await desk.write(1, 'other.change', other);
    await desk.anchor();
    const [one, two, aside] = [chainId(), other.businessId, '00000000-0000-4000-8000-000000000001'];
    const move = (from: string, to: string) => [
      `UPDATE audit_entry SET chain_id = '${to}' WHERE chain_id = '${from}' AND sequence = 1`,
    ];
    await executePastTriggers(...move(one, aside), ...move(two, one), ...move(aside, two));
    await rewrite(one, 1n);
    await rewrite(two, 1n);
    expect((await verifyAudit()).breaches).toEqual([]);
    const { breaches } = await desk.verify();
    expect(breaches.filter((breach) => breach.includes('was rewritten')).length).toBe(2);
  });

  test.each<[string, (lines: string[]) => readonly string[], RegExp]>([
    ['a line that was removed', (lines) => lines.toSpliced(1, 1), /Audit anchor 2 is missing\./],
    [
      'several lines that were removed',
      (lines) => lines.toSpliced(0, 2),
      /Audit anchors 1 to 2 are missing\./,
    ],
    [
      'lines in another order',
      (lines) =>
        lines
          .toSorted()
          .toReversed()
          .toSpliced(0, 1, lines[1] ?? '', lines[0] ?? ''),
      /in the wrong order|doesn’t match|are missing/,
    ],
    ['a line that was doubled', (lines) => lines.toSpliced(1, 0, lines[0] ?? ''), /in the wrong order/],
    [
      'a file whose end was cut off',
      (lines) => lines.slice(0, 2),
      /Audit anchor 3 is in the database but not in the file/,
    ],
    ['an empty file', () => [], /contains no audit anchors/],
    [
      'a line that is no anchor',
      (lines) => [...lines, '{"anchor":1}'],
      /Line 4 of the anchor file is not an audit anchor/,
    ],
    [
      'a blank line',
      (lines) => lines.toSpliced(1, 0, ''),
      /Line 2 of the anchor file is not an audit anchor/,
    ],
    [
      'a time that was edited',
      (lines) => lines.map((line) => line.replace('T08:10', 'T08:11')),
      /Audit anchor 2 was changed or forged/,
    ],
    [
      'a number of entries that was edited',
      (lines) => lines.map((line) => line.replace('"entries":"3"', '"entries":"2"')),
      /changed or forged/,
    ],
  ])('detects %s', async (_name, change, expected) => {
    await anchors(3);
    const lines = desk.lines();
    desk.writeLines(change(lines));
    expect(desk.lines()).not.toEqual(lines);
    expect((await desk.verify()).breaches.join('\n')).toMatch(expected);
  });

  test('detects a last line that was cut in the middle', async () => {
    await anchors(2);
    fs.truncateSync(desk.file, fs.statSync(desk.file).size - 20);
    expect((await desk.verify()).breaches.join('\n')).toMatch(/last line of the anchor file was cut off/);
  });

  test('detects a file that was signed again with a forged key', async () => {
    await anchors(3);
    const forger = createSigningKey();
    let previous = '0'.repeat(64);
    const forged = desk.lines().flatMap((line) => {
      const parsed = parseAnchorLine(line);
      if (parsed === null) return [];
      const first = parsed.anchor.publicKey !== undefined && { publicKey: forger.publicKey };
      const anchor = { ...parsed.anchor, ...first, key: forger.id, previous };
      previous = hashAnchor(anchor);
      return toAnchorLine(anchor, forger.sign(toSignedText(anchor)));
    });
    desk.writeLines(forged);
    // An attacker with write access to the database also changes its table.
    await executePastTriggers('DELETE FROM audit_anchor');
    const { breaches } = await desk.verify();
    expect(breaches.join('\n')).toContain(
      `Audit anchors 1 to 3 (series 1) can’t be trusted, because their key ${forger.id}`,
    );
  });

  test('detects a signature by another key under the right name', async () => {
    await anchors(2);
    const forger = createSigningKey();
    const [first = '', second = ''] = desk.lines();
    const parsed = parseAnchorLine(second);
    if (parsed === null) throw new Error('not an anchor');
    desk.writeLines([first, toAnchorLine(parsed.anchor, forger.sign(toSignedText(parsed.anchor)))]);
    expect((await desk.verify()).breaches).toEqual([
      expect.stringContaining('Audit anchor 2 was changed or forged'),
    ]);
  });

  test('accepts only keys that are pinned outside the database', async () => {
    await anchors(1);
    expect((await desk.verify([])).breaches).toEqual([
      expect.stringContaining(`--public-key ${desk.settings.keys[0]?.publicKey}`),
    ]);
    expect((await desk.verify([desk.settings.keys[0]?.publicKey ?? ''])).breaches).toEqual([]);
  });

  test('reports an unrecorded restore, and the worker anchors nothing on top of it', async () => {
    await anchors(2);
    const restoreBackup = await takeBackup();
    await anchors(2);
    await restoreBackup();
    expect((await desk.verify()).breaches).toEqual([
      'Audit anchors 3 to 4 are in the file but not in the database. Possible causes: a restore was not recorded, or rows were removed from the database.',
      `Entry 3 of audit chain ${chainId()} is missing, although anchor 3 covers it.`,
    ]);
    await desk.anchor(3);
    expect(await database().installation.findFirst()).toMatchObject({ anchorsFailure: 'file-ahead' });
    expect(desk.lines().length).toBe(4);
  });

  test('names a recorded restore and covers the entries before and after it', async () => {
    await anchors(2);
    const restoreBackup = await takeBackup();
    await anchors(2);
    await restoreBackup();
    // Work continues before an operator records it, so entries 3 and 4 differ now.
    await desk.write(2);
    expect(await desk.restore('Disk failure, backup of 08:10')).toEqual({ anchor: 5, chains: 1 });
    await anchors(2);
    const { breaches, notes } = await desk.verify();
    expect(breaches).toEqual([]);
    expect(notes.at(-1)).toMatch(
      new RegExp(
        `^Audit anchor 5 .* records a restore: "Disk failure, backup of 08:10"\\. .*chain ${chainId()} from entry 3\\.$`,
      ),
    );
    expect(await database().auditEntry.count({ where: { action: 'audit.restore' } })).toBe(1);
    expect(await database().installation.findFirst()).toMatchObject({ anchorsFailure: null });
    await rewrite(chainId(), 2n);
    expect((await desk.verify()).breaches).toEqual([expect.stringContaining('was rewritten: entry 2')]);
  });

  test('records no restore over a broken anchor file', async () => {
    await anchors(3);
    desk.writeLines(desk.lines().toSpliced(1, 1));
    await expect(desk.restore('hides it')).rejects.toThrow('Audit anchor 2 is missing.');
  });
});

describe('the commands', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-commands-'));
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

  async function runCommand(script: string, ...args: readonly string[]) {
    const child = spawn(process.execPath, ['--conditions=react-server', `scripts/${script}`, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = await once(child, 'close');
    return { output, code };
  }

  test('the commands verify, record a restore and rotate the key', async () => {
    const seed = randomBytes(32).toString('base64url');
    const secrets = path.join(dataDir, 'secrets.json');
    fs.writeFileSync(secrets, JSON.stringify({ AUDIT_SIGNING_KEYS: seed }));
    const file = path.join(dataDir, 'audit-anchors.jsonl');
    const desk = await createAnchorFixture({ keys: [readSigningKey(seed)], file, dataDir });
    await desk.anchor(2);
    await desk.anchor(2);
    await executePastTriggers(
      `DELETE FROM audit_entry WHERE chain_id = '${desk.tenant.businessId}' AND sequence > 3`,
      `UPDATE audit_head SET sequence = 3, hash = (SELECT hash FROM audit_entry
       WHERE chain_id = '${desk.tenant.businessId}' AND sequence = 3) WHERE chain_id = '${desk.tenant.businessId}'`,
    );
    const [withoutFile, cut, missing] = await Promise.all([
      runCommand('audit-verify.ts'),
      runCommand('audit-verify.ts', '--anchors', file),
      runCommand('audit-verify.ts', '--anchors', path.join(dataDir, 'none.jsonl')),
    ]);
    expect(withoutFile.code).toBe(0);
    expect([missing.output, missing.code]).toEqual([expect.stringContaining('can’t be read'), 1]);
    expect([cut.output, cut.code]).toEqual([expect.stringContaining('Entry 4 of audit chain'), 1]);

    const restored = await runCommand('audit-restored.ts', '--note', 'Backup of yesterday');
    expect([restored.output, restored.code]).toEqual([expect.stringContaining('Audit anchor 3 records'), 0]);

    const printed = await runCommand('audit-key.ts', '--rotate');
    const seeds = z
      .object({ AUDIT_SIGNING_KEYS: z.string() })
      .parse(JSON.parse(fs.readFileSync(secrets, 'utf8')));
    const keys = seeds.AUDIT_SIGNING_KEYS.split(',').map(readSigningKey);
    expect(JSON.parse(printed.output)).toEqual(keys.map(({ id, publicKey }) => ({ id, publicKey })));
    expect([keys.length, printed.output.includes(seed)]).toEqual([2, false]);
    await desk.anchor(1, { keys });
    const { output, code } = await runCommand('audit-verify.ts', '--anchors', file);
    for (const line of ['"Backup of yesterday"', 'changes the key from', ' anchors: unchanged.'])
      expect(output).toContain(line);
    expect(code).toBe(0);
  });
});
