import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { closeDatabase } from '#lib/database/pools.ts';
import { readSigningKey } from './signing-key.ts';
import { createAnchorFixture, executePastTriggers } from './testing/anchor-fixture.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-commands-'));
afterAll(closeDatabase);
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

async function runCommand(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=react-server', `scripts/${script}`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
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
