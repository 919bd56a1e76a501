import { execFile } from 'node:child_process';
import { partEnvironment } from '../parts/environment.ts';
import type { Violation } from './violation.ts';

/** Runs one of the product's own check commands. Returns no violation where it exits 0. */
function checkByCommand(
  args: readonly string[],
  databaseUrl: string,
  invariant: Violation['invariant'],
): Promise<Violation[]> {
  const env = partEnvironment({ databaseUrl, serviceUrl: 'http://127.0.0.1:9' });
  const all = ['--conditions=react-server', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env, maxBuffer: 64 * 1024 * 1024 }, (failure, stdout, stderr) => {
      if (failure === null) return resolve([]);
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      resolve(lines.map((description) => ({ invariant, description })));
    });
  });
}

/** I3: `npm run replay -- --verify` finds no difference. */
export const checkReadModel = (databaseUrl: string) =>
  checkByCommand(['scripts/replay.ts', '--verify'], databaseUrl, 'I3');

/** The half of I8 that faults can break: `npm run audit:verify` finds an intact chain. */
export const checkAudit = (databaseUrl: string) =>
  checkByCommand(['scripts/audit-verify.ts'], databaseUrl, 'I8');
