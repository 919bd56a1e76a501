import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tBackup } from '#lib/messages/backup.ts';
import { createContext } from '#lib/platform/context.ts';
import { readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { instant } from '#lib/values/instant.ts';
import type { DataFiles } from './backup/data-files.ts';
import { findAnchorFile } from './backup/data-files.ts';
import { readPassphrase } from './backup/passphrase.ts';
import type { OpenedBackup } from './backup/restore-backup.ts';
import { fillTarget, openBackup } from './backup/restore-backup.ts';
import { planAnchors, restoreDataFiles } from './backup/restore-files.ts';
import { StartFailure } from './database/failure.ts';
import { prepareTarget } from './database/restore-target.ts';
import { dataFolder, runWithProductEnvironment } from './environment.ts';
import { readStoredSecrets } from './secrets.ts';
import { loadDotEnv, projectFolder } from './settings.ts';

/**
 * `npm run restore -- --from DIR`: restores an archive into a new database, which takes the place of the previous one when
 * it is complete. The previous database is kept under another name. Then records the restore and verifies the data.
 */

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        'passphrase-file': { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    if (values.from) return { ...values, from: values.from };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new StartFailure(tBackup('restoreUsage'));
}

/** Describes an age in the largest unit of which there are at least two. */
function describeAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return tBackup('restore.ages.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return tBackup('restore.ages.hours', { count: hours });
  return tBackup('restore.ages.days', { count: Math.round(hours / 24) });
}

/** Runs one of the product's commands on the restored database. Returns true if it found nothing wrong. */
async function runCommand(script: string, ...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--conditions=react-server', `scripts/${script}`, ...args], {
    cwd: projectFolder,
    env: process.env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) console.error(tBackup('restore.commandFailed', { command: script }));
  return code === 0;
}

type Addresses = { readonly owner: string; readonly app: string | undefined };

/** Fills a new database, applies the rules for restored data, and gives it its name. */
async function restoreDatabase(
  backup: OpenedBackup,
  { owner, app }: Addresses,
  { isForced, stamp }: { readonly isForced: boolean; readonly stamp: string },
): Promise<void> {
  const target = await prepareTarget(owner, isForced);
  try {
    const { tables, snapshotAt } = backup.content;
    const rows = String(tables.reduce((sum, table) => sum + table.rows, 0));
    console.log(tBackup('restore.loading', { tables: tables.length, rows }));
    const startedAt = performance.now();
    await fillTarget(target, backup, app);
    console.log(tBackup('restore.loaded', { seconds: ((performance.now() - startedAt) / 1_000).toFixed(1) }));
    process.env.DATABASE_URL = target.url;
    const context = createContext({ kind: 'system', name: 'restore' });
    const applied = await applyRestoreRules(context, instant(Date.parse(snapshotAt)));
    await closeDatabase();
    const aside = await target.finish(stamp);
    console.log(tBackup('restore.rules', applied));
    if (aside !== null) console.log(tBackup('restore.aside', { database: aside }));
  } catch (error) {
    await closeDatabase();
    await target.discard();
    throw error;
  }
}

async function recordAndVerify({ content }: OpenedBackup, files: DataFiles): Promise<boolean> {
  const hasAnchors = content.tables.some(({ name, rows }) => name === 'audit_anchor' && rows > 0);
  const hasFile = content.files.some(({ name }) => name === 'anchors');
  let isRecorded = true;
  if (!hasAnchors) console.log(tBackup('restore.noAnchors'));
  else if (!hasFile) console.log(tBackup('restore.noAnchorFile'));
  else
    isRecorded = await runCommand(
      'audit-restored.ts',
      '--note',
      tBackup('restore.note', { at: content.snapshotAt }),
    );
  const isRebuilt = await runCommand('replay.ts', '--verify');
  const anchors = hasAnchors && hasFile ? ['--anchors', files.anchorFile] : [];
  const isAudited = await runCommand('audit-verify.ts', ...anchors);
  return isRecorded && isRebuilt && isAudited;
}

type Arguments = ReturnType<typeof readArguments>;

async function restore(backup: OpenedBackup, { force }: Arguments, isNew: boolean): Promise<void> {
  const dataDir = dataFolder(readStartEnv(process.env));
  const files: DataFiles = { dataDir, anchorFile: findAnchorFile(dataDir) };
  const anchors = await planAnchors(backup.archive, backup.content, files, force);
  const stamp = new Date()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase();
  const { DATABASE_URL: url = '', DIRECT_URL: direct } = process.env;
  await restoreDatabase(
    backup,
    { owner: direct || url, app: direct && direct !== url ? url : undefined },
    { isForced: force, stamp },
  );
  process.env.DATABASE_URL = url;
  const plan = { anchors, stamp, isNew };
  for (const aside of await restoreDataFiles(backup.archive, backup.content, files, plan))
    console.log(tBackup('restore.fileAside', { file: aside }));
  const isSound = await recordAndVerify(backup, files);
  if (isSound) console.log(tBackup('restore.verified'));
  const { snapshotAt } = backup.content;
  console.log(
    tBackup('restore.age', { age: describeAge(Date.now() - Date.parse(snapshotAt)), at: snapshotAt }),
  );
  console.log(tBackup('restore.next'));
  process.exitCode = isSound ? 0 : 1;
}

/** The archive is opened and verified before anything is started or made. */
async function main(): Promise<void> {
  loadDotEnv();
  const values = readArguments();
  const backup = await openBackup(values.from, readPassphrase(values['passphrase-file']), ({ snapshotAt }) =>
    console.log(tBackup('restore.verifying', { at: snapshotAt })),
  );
  const isNew = Object.keys(readStoredSecrets(dataFolder(readStartEnv(process.env)))).length === 0;
  await runWithProductEnvironment(() => restore(backup, values, isNew));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
