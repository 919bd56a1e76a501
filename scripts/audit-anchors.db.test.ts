import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSigningKey } from '#lib/audit/anchors/signing-key.ts';
import { newAnchorDesk, tamper } from '#lib/audit/anchors/testing/anchor-desk.ts';
import { closeDatabase } from '#lib/platform/db.ts';
import { keptSecret, rotateKeptSecret } from './secrets.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-commands-'));
afterAll(closeDatabase);
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

async function command(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=react-server', `scripts/${script}`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  return { said, code };
}

test('the commands verify, record a restore and rotate the key', async () => {
  const seed = keptSecret(dataDir, 'AUDIT_SIGNING_KEYS');
  const file = path.join(dataDir, 'audit-anchors.jsonl');
  const desk = await newAnchorDesk({ keys: [readSigningKey(seed)], file, dataDir });
  await desk.anchor(2);
  await desk.anchor(2);
  const sound = await command('audit-verify.ts', '--anchors', file);
  expect([sound.said, sound.code]).toEqual([expect.stringContaining('2 anchors: sound.'), 0]);

  await tamper(
    `DELETE FROM audit_entry WHERE chain_id = '${desk.tenant.businessId}' AND sequence > 3`,
    `UPDATE audit_head SET sequence = 3, hash = (SELECT hash FROM audit_entry
       WHERE chain_id = '${desk.tenant.businessId}' AND sequence = 3) WHERE chain_id = '${desk.tenant.businessId}'`,
  );
  expect((await command('audit-verify.ts')).code).toBe(0);
  const cut = await command('audit-verify.ts', '--anchors', file);
  expect([cut.said, cut.code]).toEqual([expect.stringContaining('was cut: entry 4'), 1]);

  const restored = await command('audit-restored.ts', '--note', 'Backup of yesterday');
  expect([restored.said, restored.code]).toEqual([expect.stringContaining('Anchor 3 records'), 0]);
  const named = await command('audit-verify.ts', '--anchors', file);
  expect([named.said, named.code]).toEqual([expect.stringContaining('"Backup of yesterday"'), 0]);

  const missing = await command('audit-verify.ts', '--anchors', path.join(dataDir, 'none.jsonl'));
  expect([missing.said, missing.code]).toEqual([expect.stringContaining("can't be read"), 1]);

  const keys = rotateKeptSecret(dataDir, 'AUDIT_SIGNING_KEYS').split(',').map(readSigningKey);
  await desk.anchor(1, { keys });
  const rotated = await command('audit-verify.ts', '--anchors', file);
  expect([rotated.said, rotated.code]).toEqual([expect.stringContaining('changes the key from'), 0]);
  const printed = await command('audit-key.ts');
  expect(JSON.parse(printed.said)).toEqual(keys.map(({ id, publicKey }) => ({ id, publicKey })));
  expect(printed.said).not.toContain(seed);
}, 30_000);
