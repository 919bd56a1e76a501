import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOfParts } from '../parts/environment.ts';
import type { Scene } from '../scene/scene.ts';
import { killDatabase } from './database.ts';

/** `npm run replay -- --all --apply`, which makes all records anew beside what comes in. */
function startReprocessing({ databaseUrl, service }: Scene) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', 'scripts/replay.ts', '--all', '--apply'],
    {
      env: environmentOfParts({ databaseUrl, serviceUrl: service.url, port: 9 }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, said: () => said };
}

/** So long it takes to begin: before that there is nothing to disturb. */
const beginMs = 900;

/** A reprocessing that is killed, and one that goes through while callbacks come in. */
export async function killReprocessing(scene: Scene): Promise<void> {
  const killed = startReprocessing(scene);
  await pause(beginMs + scene.chance.between(0, 500));
  killed.child.kill('SIGKILL');
  await killed.ended;
  await reprocessToTheEnd(scene);
}

/** The database is killed under a reprocessing; the next one goes through. */
export async function killDatabaseUnderReprocessing(scene: Scene): Promise<void> {
  const disturbed = startReprocessing(scene);
  await pause(beginMs + scene.chance.between(0, 500));
  await killDatabase(scene);
  await disturbed.ended;
  await reprocessToTheEnd(scene);
}

async function reprocessToTheEnd(scene: Scene): Promise<void> {
  const whole = startReprocessing(scene);
  const code = await whole.ended;
  if (code !== 0)
    scene.found({ invariant: 'recovery', said: `reprocessing ended with ${code}: ${whole.said()}` });
  else if (!/"messages":[1-9]/.test(whole.said()))
    scene.found({ invariant: 'recovery', said: `reprocessing went through nothing: ${whole.said()}` });
}
