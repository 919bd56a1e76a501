import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../database/postmaster.ts';
import type { Part } from './part.ts';
import { startPart } from './part.ts';

let folder: string;
let part: Part | undefined;
let lines: Lines;
let givenUp: Lines;

/** Lines that arrive. A test waits for the first one for as long as the machine needs. */
type Lines = {
  readonly all: string[];
  readonly add: (line: string) => void;
  readonly first: Promise<string>;
};

function collectLines(): Lines {
  const all: string[] = [];
  const { promise: first, resolve } = Promise.withResolvers<string>();
  return {
    all,
    first,
    add: (line) => {
      all.push(line);
      resolve(line);
    },
  };
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'part-'));
  lines = collectLines();
  givenUp = collectLines();
});
afterEach(async () => {
  vi.useRealTimers();
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
    say: lines.add,
    onStart: () => {},
    onGivenUp: givenUp.add,
  });
  return part;
}

const exists = (name: string) => fs.existsSync(path.join(folder, name));
const leaves = (name: string) => `require('node:fs').writeFileSync(process.env.FOLDER + '/${name}', '')`;

test('restarts a crashed process and prints its last output', async () => {
  start(`console.error('Error: out of luck'); setTimeout(() => process.exit(3), 50)`);
  expect(await lines.first).toMatch(
    /^The part stopped \(exit code 3\) and is restarting: Error: out of luck/,
  );
});

test('gives up a part that crashes all the time', async () => {
  // On a busy machine, six starts take longer than the minute in which they count.
  vi.useFakeTimers({ toFake: ['Date'] });
  start('process.exit(1)');
  expect(await givenUp.first).toMatch(/^The part stopped 6 times within a minute \(exit code 1\)/);
});

test('asks a part to finish and waits for it', async () => {
  const running = start(
    `process.on('SIGTERM', () => setTimeout(() => { ${leaves('done')}; process.exit(0) }, 200)); setInterval(() => {}, 1000); ${leaves('up')}`,
  );
  await expect.poll(() => exists('up')).toBe(true);
  await running.stop();
  expect(exists('done')).toBe(true);
  expect(isAlive(running.pid() ?? 0)).toBe(false);
  expect(lines.all).toEqual([]);
});
