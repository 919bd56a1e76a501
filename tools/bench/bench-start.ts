import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt } from '#scripts/build.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { endChild } from '#scripts/processes/end-child.ts';
import { projectFolder } from '#scripts/settings.ts';
import { fetchStatus, inWorkFolder, secondsUntil } from '../rehearse/work-folder.ts';
import { formatGoal } from './goals.ts';

/**
 * `npm run bench:start [-- --runs N]`: starts everything as `npm start` does, each time on a new data folder, and prints a
 * JSON line for each run with the seconds until it is ready. The first run also builds, where there is no build.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });

const longestSeconds = 300;
const goalSeconds = 60;
/** Ending everything waits for the database. */
const endMs = 60_000;

/** Returns the seconds until the product is ready on an empty data folder, or null where it never is. */
async function measureStart(): Promise<number | null> {
  let seconds: number | null = null;
  await inWorkFolder(async (folder, onEnd) => {
    const port = String(await findFreePort());
    const log = fs.openSync(path.join(folder, 'start.log'), 'a');
    const started = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: projectFolder,
      env: {
        ...process.env,
        PORT: port,
        SANDBOX_PORT: String(await findFreePort()),
        INTAKE_PORT: String(await findFreePort()),
        DATA_DIR: path.join(folder, 'data'),
        APP_URL: `http://localhost:${port}`,
      },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    onEnd(() => endChild(started, endMs));
    const isReady = async () => (await fetchStatus(`http://localhost:${port}/api/ready`)) === 200;
    seconds = await secondsUntil(isReady, longestSeconds);
  });
  return seconds;
}

const found: (number | null)[] = [];
for (let run = 1; run <= Number(values.runs); run += 1) {
  const builds = !isBuilt();
  const seconds = await measureStart();
  found.push(seconds);
  console.log(JSON.stringify({ bench: 'start', run, builds, seconds }));
}
const slowest = found.includes(null) ? null : Math.max(...found.map(Number));
console.log(
  JSON.stringify({
    bench: 'start',
    ...formatGoal({ of: 'slowest start, seconds', figure: slowest, atMost: goalSeconds }),
  }),
);
