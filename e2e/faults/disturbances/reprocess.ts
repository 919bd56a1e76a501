import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../database/cluster.ts';
import { partEnvironment } from '../parts/environment.ts';
import type { Scene } from '../scene/scene.ts';
import { killDatabase } from './database.ts';

/** Application name of a reprocessing in the database. */
const sessionName = 'reprocessing';

/** Runs `npm run replay -- --all --apply`, which rebuilds all records while callbacks arrive. */
function startReprocessing({ databaseUrl, service }: Scene) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', 'scripts/replay.ts', '--all', '--apply'],
    {
      env: {
        ...partEnvironment({ databaseUrl, serviceUrl: service.url }),
        PGAPPNAME: sessionName,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, said: () => output };
}

/** Waits until the reprocessing has started, plus a moment. Before that there is nothing to disturb. */
async function underWay({ databaseUrl, random }: Scene): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const end = Date.now() + 20_000; Date.now() < end; await pause(10)) {
      const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE application_name = $1', [
        sessionName,
      ]);
      if (rows.length > 0) return;
    }
    throw new Error('the reprocessing does not begin');
  });
  await pause(random.between(0, 500));
}

/** Kills one reprocessing, then runs one to its end while callbacks arrive. */
export async function killReprocessing(scene: Scene): Promise<void> {
  const killed = startReprocessing(scene);
  await underWay(scene);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await reprocessToTheEnd(scene);
}

/** Kills the database during a reprocessing, then runs one to its end. */
export async function killDatabaseUnderReprocessing(scene: Scene): Promise<void> {
  const disturbed = startReprocessing(scene);
  await underWay(scene);
  await killDatabase(scene);
  await disturbed.ended;
  await reprocessToTheEnd(scene);
}

async function reprocessToTheEnd(scene: Scene): Promise<void> {
  const whole = startReprocessing(scene);
  const code = await whole.ended;
  if (code !== 0)
    scene.violations({
      invariant: 'recovery',
      description: `reprocessing ended with ${code}: ${whole.said()}`,
    });
  else if (!/"messages":[1-9]/.test(whole.said()))
    scene.violations({
      invariant: 'recovery',
      description: `reprocessing went through nothing: ${whole.said()}`,
    });
}
