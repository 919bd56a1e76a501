import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../database/postmaster.ts';
import { removeRunningProcesses, stopLeftoverProcesses, storeRunningProcesses } from './run-file.ts';

let dataDir: string;
const started: number[] = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'run-'));
  fs.mkdirSync(path.join(dataDir, 'scripts'));
});
afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  fs.rmSync(dataDir, { recursive: true });
});

/** A process that looks like a part of the product. */
function run(script: string, code: string): Promise<number> {
  fs.writeFileSync(path.join(dataDir, script), `${code};console.log('up');setInterval(() => {}, 1000);`);
  const child = spawn(process.execPath, [script], { cwd: dataDir, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    child.stdout.once('data', () => {
      started.push(child.pid ?? 0);
      resolve(child.pid ?? 0);
    });
  });
}

test('refuses a start on a folder in use, and names the process and its address', async () => {
  const pid = await run('scripts/start.ts', '');
  storeRunningProcesses(dataDir, { supervisor: pid, address: 'http://localhost:3000', children: [] });
  await expect(stopLeftoverProcesses(dataDir)).rejects.toThrow(
    `is already running with this DATA_DIR (process ${pid}, http://localhost:3000)`,
  );
});

test('ends parts of a killed start, by force if needed', async () => {
  const web = await run('scripts/web.ts', '');
  const worker = await run('scripts/worker.ts', `process.on('SIGTERM', () => {})`);
  storeRunningProcesses(dataDir, {
    supervisor: 2 ** 30,
    address: '',
    children: [
      { name: 'web', pid: web, script: 'scripts/web.ts' },
      { name: 'worker', pid: worker, script: 'scripts/worker.ts' },
    ],
  });
  expect(await stopLeftoverProcesses(dataDir)).toEqual(['web', 'worker']);
  expect([isAlive(web), isAlive(worker)]).toEqual([false, false]);
});

test('ignores a process id that now belongs to another program', async () => {
  const stranger = await run('scripts/other.ts', '');
  storeRunningProcesses(dataDir, {
    supervisor: stranger,
    address: '',
    children: [{ name: 'web', pid: stranger, script: 'scripts/web.ts' }],
  });
  expect(await stopLeftoverProcesses(dataDir)).toEqual([]);
  expect(isAlive(stranger)).toBe(true);
});

test('removes only its own entry', async () => {
  const file = path.join(dataDir, 'run.json');
  storeRunningProcesses(dataDir, { supervisor: 1, address: '', children: [] });
  removeRunningProcesses(dataDir);
  expect(fs.existsSync(file)).toBe(true);
  storeRunningProcesses(dataDir, { supervisor: process.pid, address: '', children: [] });
  removeRunningProcesses(dataDir);
  expect(fs.existsSync(file)).toBe(false);
});

test('treats a broken file as empty', async () => {
  fs.writeFileSync(path.join(dataDir, 'run.json'), '{"superv');
  expect(await stopLeftoverProcesses(dataDir)).toEqual([]);
});
