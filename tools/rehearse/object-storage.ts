import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '#scripts/database/ports.ts';
import { projectFolder } from '#scripts/settings.ts';
import { startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { startPrimary } from './postgres.ts';
import { inWorkFolder, secondsUntil, waitForMissing } from './work-folder.ts';

const execute = promisify(execFile);

const keptBackups = 2;
const bucket = 'countinghouse';
const passphrase = 'a passphrase of the rehearsal that is long enough';
/** Its fixed key, and secret. */
const storageKey = 'S3RVER';

type Ran = { readonly isDone: boolean; readonly printed: string };

/** Runs a program to its end. */
async function run(file: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  try {
    const { stdout, stderr } = await execute(file, args, { cwd: projectFolder, env: environment });
    return { isDone: true, printed: `${stdout}${stderr}` };
  } catch (error) {
    return { isDone: false, printed: error instanceof Error ? error.message : String(error) };
  }
}

/** Starts a local server with the interface of Amazon S3 and an empty bucket. Returns the settings of rclone for it. */
async function startStorage(folder: string) {
  const port = await findFreePort('127.0.0.1');
  const log = fs.openSync(path.join(folder, 'storage.log'), 'a');
  const child = spawn(
    'npx',
    [
      ...['--yes', 's3rver@3.7.1', '--address', '127.0.0.1', '--port', String(port)],
      ...['--directory', path.join(folder, 'storage'), '--configure-bucket', bucket],
    ],
    { stdio: ['ignore', log, log], detached: true },
  );
  const address = `http://127.0.0.1:${port}`;
  const isUp = await secondsUntil(async () => {
    try {
      return (await fetch(address)).status > 0;
    } catch {
      return false;
    }
  }, 90);
  if (isUp === null) throw new Error('The storage does not answer');
  return {
    settings: {
      RCLONE_CONFIG: path.join(folder, 'rclone.conf'),
      RCLONE_CONFIG_REMOTE_TYPE: 's3',
      RCLONE_CONFIG_REMOTE_PROVIDER: 'Other',
      RCLONE_CONFIG_REMOTE_ENDPOINT: address,
      RCLONE_CONFIG_REMOTE_ACCESS_KEY_ID: storageKey,
      RCLONE_CONFIG_REMOTE_SECRET_ACCESS_KEY: storageKey,
      // rclone 1.60 doesn't start with it.
      AWS_CA_BUNDLE: undefined,
    },
    stop: async () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      process.kill(-child.pid);
      await once(child, 'exit');
    },
  };
}

/**
 * Backs up under callbacks to a folder, copies each backup to S3-compatible storage, loses machine and folder, and restores from
 * the storage into an empty database. A copy that was changed there is refused.
 */
export function rehearseObjectStorage({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const storage = await startStorage(folder);
    onEnd(storage.stop);
    const remote = `remote:${bucket}`;
    const rclone = (...args: readonly string[]) =>
      run('rclone', args, { ...process.env, ...storage.settings });
    const first = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(first.stop);
    const parts = { webs: 0, intakes: 1, workers: 1 } as const;
    const place = await startInstallation({ folder, url: first.url, directUrl: first.url, ...parts });
    onEnd(place.end);
    const command = (script: string, environment: NodeJS.ProcessEnv, ...args: readonly string[]) =>
      run(process.execPath, ['--conditions=react-server', `scripts/${script}.ts`, ...args], {
        ...environment,
        BACKUP_PASSPHRASE: passphrase,
      });
    const addresses = place.intakes.map(({ address }) => `${address}${place.callbackPath}`);
    const sender = startSending(addresses, rate);
    const backups = path.join(folder, 'backups');
    let expected: readonly string[] = [];
    let copies = 0;
    for (let night = 0; night <= keptBackups; night += 1) {
      await pause((seconds / (keptBackups + 1)) * 1_000);
      expected = sender.acknowledged.map(({ depositId }) => depositId);
      const backup = await command(
        'backup',
        place.environment,
        ...['--to', backups, '--keep', String(keptBackups)],
      );
      const copied = await rclone('copy', backups, remote, '--immutable');
      if (backup.isDone && copied.isDone) copies += 1;
      else report.note(`${backup.printed}\n${copied.printed}`.slice(-1_500));
    }
    report.promise('Each backup is copied under callbacks', copies === keptBackups + 1, `${copies}`);
    await sender.end(20_000);
    const kept = fs.readdirSync(backups);
    report.promise(
      `The folder keeps the newest ${keptBackups}`,
      kept.length === keptBackups,
      `${kept.length}`,
    );
    const listed = await rclone('lsf', '--dirs-only', remote);
    const stored = listed.printed.split('\n').filter((name) => name.startsWith('countinghouse-'));
    report.promise(
      'The storage keeps all, as its own rules for deletion are not ours',
      stored.length === keptBackups + 1,
      `${stored.length}`,
    );

    // The machine with its database and its backups is lost.
    await place.end();
    await first.kill();
    fs.rmSync(backups, { recursive: true });
    const newest = stored.toSorted().at(-1) ?? '';
    const fetched = path.join(folder, 'fetched', newest);
    const fetching = await rclone('copy', `${remote}/${newest}`, fetched);
    report.promise(
      'The newest backup is fetched',
      fetching.isDone,
      fetching.isDone ? newest : fetching.printed,
    );
    const second = await startPrimary(programs, path.join(folder, 'second'));
    onEnd(second.stop);
    const environment = { ...place.environment, DATABASE_URL: second.url, DIRECT_URL: second.url };

    const changed = path.join(folder, 'changed');
    fs.cpSync(fetched, changed, { recursive: true });
    const [largest = ''] = fs
      .readdirSync(changed)
      .toSorted(
        (left, right) =>
          fs.statSync(path.join(changed, right)).size - fs.statSync(path.join(changed, left)).size,
      );
    const bytes = fs.readFileSync(path.join(changed, largest));
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    fs.writeFileSync(path.join(changed, largest), bytes);
    const refused = await command('restore', environment, '--from', changed);
    report.promise('A copy with one changed bit is refused', !refused.isDone, largest);

    const begun = performance.now();
    const restored = await command('restore', environment, '--from', fetched);
    report.promise(
      'The newest backup is restored, and replay --verify and audit:verify pass',
      restored.isDone,
      restored.isDone
        ? `${Math.round((performance.now() - begun) / 100) / 10} s`
        : restored.printed.slice(-1_500),
    );
    const { lost } = await waitForMissing(second.url, expected, 0);
    report.promise(
      'Nothing acknowledged before that backup is missing',
      lost === 0 && expected.length > 0,
      `${lost} of ${expected.length}`,
    );
  });
}
