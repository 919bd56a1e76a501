import { expect, test } from 'vitest';
import { findHealthAddress } from './health-check.ts';

const ports = { PORT: '3000', INTAKE_PORT: '3001', SANDBOX_PORT: '4010' };

test.each([
  ['node scripts/web.ts', 'http://127.0.0.1:3000/api/health'],
  // Next changes the title of its process.
  ['next-server (v16)', 'http://127.0.0.1:3000/api/health'],
  ['node --conditions=react-server scripts/intake.ts', 'http://127.0.0.1:3001/api/health'],
  ['node sandbox/main.ts', 'http://127.0.0.1:4010/sandbox/api/businesses'],
])('asks the part that runs: %s', (command, address) => {
  expect(findHealthAddress(['/sbin/docker-init --', command], ports)).toBe(address);
});

test('asks the worker at its port, and takes one without a port as healthy', () => {
  const commands = ['node --conditions=react-server scripts/worker.ts'];
  expect(findHealthAddress(commands, { ...ports, WORKER_PORT: '3002' })).toBe(
    'http://127.0.0.1:3002/api/health',
  );
  expect(findHealthAddress(commands, ports)).toBeNull();
});
