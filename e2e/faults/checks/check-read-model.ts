import { execFile } from 'node:child_process';
import { environmentOfParts } from '../parts/environment.ts';
import type { Violation } from './violation.ts';

/** I3: `npm run replay -- --verify` finds nothing. */
export function checkReadModel(databaseUrl: string): Promise<Violation[]> {
  const env = environmentOfParts({ databaseUrl, serviceUrl: 'http://127.0.0.1:9', port: 9 });
  const args = ['--conditions=react-server', 'scripts/replay.ts', '--verify'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (failure, stdout, stderr) => {
      if (failure === null) return resolve([]);
      const lines = stdout.trim().split('\n').concat(stderr.trim()).filter((line) => line !== '');
      resolve(lines.map((said) => ({ invariant: 'I3', said })));
    });
  });
}
