import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { findFreePort } from '#scripts/database/ports.ts';
import { findAccount } from '#scripts/database/unprivileged.ts';
import { projectFolder } from '#scripts/settings.ts';
import type { AcknowledgedCallback } from './callback-sender.ts';
import { startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import type { ServerPrograms } from './postgres.ts';
import { databaseUser, queryServer, startPrimary, startRestored } from './postgres.ts';
import { inWorkFolder, listMissing, secondsUntil, waitForMissing } from './work-folder.ts';

const execute = promisify(execFile);

/** Seconds until an unfinished segment is archived (`archive_timeout`). */
const archiveSeconds = 5;

/** Seconds that starting and running the archive command may take on a busy machine. */
const archiveMarginSeconds = 5;

const fullBackup = ['--type=full', 'backup'];

/** The configuration of pgBackRest as in docs/backup.md, in a folder of its own. */
function writeConfiguration(folder: string, port: number): string {
  const file = path.join(folder, 'pgbackrest.conf');
  const at = (name: string) => path.join(folder, name);
  const account = findAccount(folder);
  for (const name of ['repository', 'log', 'spool', 'lock', 'socket']) {
    fs.mkdirSync(at(name), { mode: 0o700 });
    if (account !== undefined) fs.chownSync(at(name), account.uid, account.gid);
  }
  const lines = [
    '[global]',
    `repo1-path=${at('repository')}`,
    'repo1-retention-full=2',
    'start-fast=y',
    `log-path=${at('log')}`,
    `spool-path=${at('spool')}`,
    `lock-path=${at('lock')}`,
    'log-level-console=warn',
    '',
    '[countinghouse]',
    `pg1-path=${at('database')}`,
    `pg1-port=${port}`,
    `pg1-socket-path=${at('socket')}`,
    `pg1-user=${databaseUser}`,
  ];
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Returns the size of the files in a folder in bytes. */
const measureFolder = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);

/** Returns the seconds for a gigabyte of the database. */
const perGigabyte = (seconds: number, bytes: number) => `${Math.round(seconds / (bytes / 1e9))} s per GB`;

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** Runs `npm run restore -- --restored-to`. Returns its exit code and output. */
async function finishRestore(environment: NodeJS.ProcessEnv, at: string) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', 'scripts/restore.ts', '--restored-to', at],
    { cwd: projectFolder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { isSound: code === 0, printed };
}

const doctorAnswer = z.object({
  checks: z.array(z.object({ key: z.string(), state: z.string(), message: z.string() })),
});

/** Runs `npm run doctor -- --json`. Returns the result of one check. */
async function readDoctor(environment: NodeJS.ProcessEnv, key: string) {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/doctor.ts', '--json'], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, 'close');
  const { checks } = doctorAnswer.parse(JSON.parse(printed));
  return checks.find((check) => check.key === key);
}

type LostMachine = {
  readonly programs: ServerPrograms;
  readonly settings: readonly string[];
  /** Runs pgBackRest. */
  readonly run: (...args: readonly string[]) => Promise<number>;
  readonly killedAt: number;
};

/**
 * Restores all that was archived before the machine was lost to a folder of its own. Returns the age in seconds of the
 * oldest acknowledged callback that is missing, at the moment of the loss.
 */
async function measureLoss(
  { programs, settings, run, killedAt }: LostMachine,
  data: string,
  acknowledged: readonly AcknowledgedCallback[],
): Promise<number> {
  const folder = `${data}-archived`;
  await run(`--pg1-path=${folder}`, 'restore');
  // It must not archive its own log.
  const server = await startRestored(programs, folder, { settings: [...settings, 'archive_mode=off'] });
  try {
    await waitForWrites(server.port);
    const missing = await listMissing(server.url, acknowledged);
    return missing.length === 0 ? 0 : (killedAt - Math.min(...missing.map(({ at }) => at))) / 1_000;
  } finally {
    await server.stop();
  }
}

/** Waits until a recovered database accepts writes. Returns the seconds, or null after two minutes. */
const waitForWrites = (port: number): Promise<number | null> =>
  secondsUntil(async () => {
    const [row] = await queryServer(port, 'SELECT pg_is_in_recovery() AS recovers');
    return row?.['recovers'] === false;
  }, 120);

/**
 * Recovers to a point in time with pgBackRest: a full backup under callbacks, an archived write-ahead log, and a primary
 * that is killed. Restores into an empty folder, and finishes with `npm run restore -- --restored-to`.
 */
export function rehearsePointInTime({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const data = path.join(folder, 'database');
    const port = await findFreePort('127.0.0.1');
    const configuration = writeConfiguration(folder, port);
    const pgBackRest = ['--config', configuration, '--stanza=countinghouse'];
    const settings = [
      `unix_socket_directories=${path.join(folder, 'socket')}`,
      'archive_mode=on',
      `archive_command=pgbackrest ${pgBackRest.join(' ')} archive-push %p`,
      `archive_timeout=${archiveSeconds}`,
    ];
    const primary = await startPrimary(programs, data, { port, settings });
    onEnd(primary.stop);
    const account = findAccount(data);
    const run = async (...args: readonly string[]): Promise<number> => {
      const begun = performance.now();
      await execute('pgbackrest', [...pgBackRest, ...args], { ...account, cwd: folder });
      return Math.round((performance.now() - begun) / 100) / 10;
    };
    const place = await startInstallation({
      folder,
      url: primary.url,
      directUrl: primary.url,
      webs: 0,
      intakes: 1,
      workers: 1,
    });
    onEnd(place.end);
    await run('stanza-create');
    const sender = startSending(
      place.intakes.map(({ address }) => `${address}${place.callbackPath}`),
      rate,
    );
    await pause(seconds * 1_000);
    const beforeBackup = sender.acknowledged.length;
    const backupSeconds = await run(...fullBackup);
    const whileBackup = sender.acknowledged.length - beforeBackup;
    report.promise('Callbacks are acknowledged during a full backup', whileBackup > 0, `${whileBackup}`);
    const dataBytes = measureFolder(data);
    report.note(
      `${inMegabytes(dataBytes)} backed up in ${backupSeconds} s, repository ${inMegabytes(measureFolder(path.join(folder, 'repository')))}`,
    );
    await run('check');
    const archive = await readDoctor(place.environment, 'wal-archive');
    report.promise('Doctor reads the age of the archive', archive?.state === 'good', archive?.message);
    await pause(seconds * 1_000);

    const [moment] = await queryServer(
      port,
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS at`,
    );
    const target = `${String(moment?.['at'])}+00`;
    const targetAt = Date.parse(`${String(moment?.['at']).replace(' ', 'T')}Z`);
    // Later callbacks don't belong to the restored state.
    const kept = sender.acknowledged.filter(({ at }) => at <= targetAt);
    await pause(Math.max(seconds, 2 * archiveSeconds) * 1_000);
    await primary.kill();
    const killedAt = Date.now();
    await sender.end(0);
    const later = sender.acknowledged.filter(({ at }) => at > targetAt + 1_000);
    await place.end();

    fs.renameSync(data, `${data}-lost`);
    const lostSeconds = await measureLoss({ programs, settings, run, killedAt }, data, sender.acknowledged);
    report.promise(
      `A lost machine loses at most archive_timeout (${archiveSeconds} s) and the time of one archiving`,
      lostSeconds <= archiveSeconds + archiveMarginSeconds,
      `${lostSeconds.toFixed(1)} s`,
    );
    const restoreSeconds = await run(
      '--type=time',
      `--target=${target}`,
      '--target-action=promote',
      'restore',
    );
    const startedAt = performance.now();
    const restored = await startRestored(programs, data, { port, settings });
    onEnd(restored.stop);
    const opened = await waitForWrites(port);
    const recoverySeconds = Math.round((performance.now() - startedAt) / 100) / 10;
    report.promise(
      'The database recovers to the moment and accepts writes',
      opened !== null,
      `restored in ${restoreSeconds} s (${perGigabyte(restoreSeconds, dataBytes)}), recovered in ${recoverySeconds} s`,
    );

    const ids = (list: typeof kept) => list.map(({ depositId }) => depositId);
    const { lost } = await waitForMissing(restored.url, ids(kept), 0);
    report.promise(
      'Nothing acknowledged before the moment is missing',
      lost === 0 && kept.length > 0,
      `${lost} of ${kept.length}`,
    );
    const { lost: rolledBack } = await waitForMissing(restored.url, ids(later), 0);
    report.promise(
      'Nothing acknowledged after the moment is there',
      rolledBack === later.length && later.length > 0,
      `${later.length - rolledBack} of ${later.length}`,
    );
    const { isSound, printed } = await finishRestore(place.environment, new Date(targetAt).toISOString());
    report.promise(
      'The rules for restored data are applied, replay --verify and audit:verify pass',
      isSound,
      isSound ? undefined : printed.slice(-1_500),
    );
    const after = await startInstallation({
      folder,
      url: restored.url,
      directUrl: restored.url,
      webs: 0,
      intakes: 1,
      workers: 1,
    });
    onEnd(after.end);
    const again = startSending(
      after.intakes.map(({ address }) => `${address}${after.callbackPath}`),
      rate,
    );
    await pause(5_000);
    const { unacknowledged } = await again.end(20_000);
    report.promise(
      'Callbacks are received again',
      unacknowledged === 0 && again.acknowledged.length > 0,
      `${again.acknowledged.length}`,
    );
    let outcome = { isSound: false, printed: '' };
    await secondsUntil(async () => {
      outcome = await after.verify();
      return outcome.isSound;
    }, 90);
    report.promise(
      'The read model equals a rebuild',
      outcome.isSound,
      outcome.isSound ? undefined : outcome.printed.slice(-500),
    );
  });
}
