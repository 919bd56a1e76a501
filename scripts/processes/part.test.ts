import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../database/postmaster.ts';
import type { Part } from './part.ts';
import { startPart } from './part.ts';

let folder: string;
let part: Part | undefined;
const lines: string[] = [];
const givenUp: string[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'part-'));
  lines.length = 0;
  givenUp.length = 0;
});
afterEach(async () => {
  await part?.stop();
  fs.rmSync(folder, { recursive: true });
});

function start(code: string): Part {
  const script = path.join(folder, 'part.ts');
  fs.writeFileSync(script, code);
  part = startPart({
    name: 'part',
    script,
    environment: { ...process.env, FOLDER: folder },
    logFolder: path.join(folder, 'logs'),
    output: 'log',
    say: (line) => lines.push(line),
    onStart: () => {},
    onGivenUp: (line) => givenUp.push(line),
  });
  return part;
}

const exists = (name: string) => fs.existsSync(path.join(folder, name));
const leaves = (name: string) => `require('node:fs').writeFileSync(process.env.FOLDER + '/${name}', '')`;

test('restarts a crashed process and prints its last output', async () => {
  start(`console.error('Error: out of luck'); setTimeout(() => process.exit(3), 50)`);
  await vi.waitFor(
    () => expect(lines[0]).toMatch(/^The part stopped \(exit code 3\) and is restarting: Error: out of luck/),
    { timeout: 60_000 },
  );
});

test('gives up a part that crashes all the time', async () => {
  start('process.exit(1)');
  await vi.waitFor(
    () => expect(givenUp[0]).toMatch(/^The part stopped 6 times within a minute \(exit code 1\)/),
    { timeout: 60_000 },
  );
});

test('asks a part to finish and waits for it', async () => {
  const running = start(
    `process.on('SIGTERM', () => setTimeout(() => { ${leaves('done')}; process.exit(0) }, 200)); setInterval(() => {}, 1000); ${leaves('up')}`,
  );
  await vi.waitFor(() => expect(exists('up')).toBe(true), { timeout: 60_000 });
  await running.stop();
  expect(exists('done')).toBe(true);
  expect(isAlive(running.pid() ?? 0)).toBe(false);
  expect(lines).toEqual([]);
});
