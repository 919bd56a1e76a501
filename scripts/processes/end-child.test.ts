import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endChild } from './end-child.ts';

/** Starts a process that runs until a signal ends it, and waits until it runs. */
async function start(program: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--eval', `${program}; setInterval(() => {}, 1_000); console.log('up')`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(child.stdout, 'data');
  return child;
}

test('ends a process by SIGTERM, and does nothing for one that has ended', async () => {
  const child = await start('');
  await endChild(child);
  expect(child.signalCode).toBe('SIGTERM');
  await endChild(child);
});

test('kills a process that ignores SIGTERM', async () => {
  const child = await start("process.on('SIGTERM', () => {})");
  await endChild(child, 100);
  expect(child.signalCode).toBe('SIGKILL');
});

test('does not wait for a process that could not be started', async () => {
  const child = spawn('/no-such-program');
  const failed = once(child, 'error');
  await endChild(child);
  await failed;
});
