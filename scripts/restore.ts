import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tBackup } from '#lib/messages/commands.ts';
import { createContext } from '#lib/platform/context.ts';
import { readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { formatByteSize } from '#lib/values/byte-size.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { DataFiles } from './backup/data-files.ts';
import { findAnchorFile } from './backup/data-files.ts';
import { readPassphrase } from './backup/passphrase.ts';
import type { OpenedBackup } from './backup/restore-backup.ts';
import { fillTarget, openBackup, verifyBackup } from './backup/restore-backup.ts';
import { planAnchorFileRestore, restoreDataFiles } from './backup/restore-files.ts';
import { StartFailure } from './database/failure.ts';
import { createRestoreTarget, inspectRestoredDatabase, readDatabaseSize } from './database/restore-target.ts';
import { requireTables } from './database/tables.ts';
import { resolveDataFolder, runWithProductEnvironment } from './environment.ts';
import { readStoredSecrets } from './secrets.ts';
import { loadDotEnv, projectFolder } from './settings.ts';

/**
 * `npm run restore -- --from DIR`: restores an archive into a new database, which takes the place of the previous one when
 * it is complete. The previous database is kept under another name. Then records the restore and verifies the data.
 *
 * `npm run restore -- --restored-to TIME`: does the same for a database that another program restored to this time, such as
 * pgBackRest: applies the rules for restored data, records the restore and verifies the data.
 */

const pastTime = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((at) => at <= Date.now());

function readTime(text: string): Instant {
  const parsed = pastTime.safeParse(text);
  if (!parsed.success) throw new StartFailure(tBackup('restore.wrongTime', { time: text }));
  return instant(parsed.data);
}

type Choice =
  | {
      readonly kind: 'archive';
      readonly from: string;
      readonly passphraseFile?: string;
      readonly isForced: boolean;
    }
  | { readonly kind: 'restored'; readonly at: Instant };

function readArguments(): Choice {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        'passphrase-file': { type: 'string' },
        force: { type: 'boolean', default: false },
        'restored-to': { type: 'string' },
      },
    });
    const { from, force, 'passphrase-file': passphraseFile, 'restored-to': restoredTo } = values;
    if (from && restoredTo === undefined) return { kind: 'archive', from, passphraseFile, isForced: force };
    if (restoredTo && !from && !force && passphraseFile === undefined)
      return { kind: 'restored', at: readTime(restoredTo) };
  } catch (error) {
    if (error instanceof StartFailure) throw error;
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

function readAddresses(): Addresses {
  const { DATABASE_URL: url = '', DIRECT_URL: direct } = process.env;
  return { owner: direct || url, app: direct && direct !== url ? url : undefined };
}

/** Fills a new database, applies the rules for restored data, and gives it its name. */
async function restoreDatabase(
  backup: OpenedBackup,
  { owner, app }: Addresses,
  { isForced, stamp }: { readonly isForced: boolean; readonly stamp: string },
): Promise<void> {
  const target = await createRestoreTarget(owner, isForced);
  try {
    const { tables, snapshotAt } = backup.content;
    const rows = String(tables.reduce((sum, table) => sum + table.rows, 0));
    console.log(tBackup('restore.loading', { tables: tables.length, rows }));
    const startedAt = performance.now();
    await fillTarget(target, backup, app);
    const seconds = (performance.now() - startedAt) / 1_000;
    const bytes = await readDatabaseSize(target.url);
    console.log(
      tBackup('restore.loaded', {
        seconds: seconds.toFixed(1),
        size: formatByteSize(bytes),
        rate: (seconds / (bytes / 1e9)).toFixed(0),
      }),
    );
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

type Recorded = {
  readonly hasAnchors: boolean;
  readonly hasFile: boolean;
  readonly note: string;
  /** The text where the database has anchors and no file. */
  readonly noFile: string;
};

async function recordAndVerify({ hasAnchors, hasFile, note, noFile }: Recorded, anchorFile: string) {
  let isRecorded = true;
  if (!hasAnchors) console.log(tBackup('restore.noAnchors'));
  else if (!hasFile) console.log(noFile);
  else isRecorded = await runCommand('audit-restored.ts', '--note', note);
  const isRebuilt = await runCommand('replay.ts', '--verify');
  const anchors = hasAnchors && hasFile ? ['--anchors', anchorFile] : [];
  const isAudited = await runCommand('audit-verify.ts', ...anchors);
  const isSound = isRecorded && isRebuilt && isAudited;
  if (isSound) console.log(tBackup('restore.verified'));
  process.exitCode = isSound ? 0 : 1;
}

async function restore(backup: OpenedBackup, isForced: boolean, isNew: boolean): Promise<void> {
  const dataDir = resolveDataFolder(readStartEnv(process.env));
  const files: DataFiles = { dataDir, anchorFile: findAnchorFile(dataDir) };
  const anchors = await planAnchorFileRestore(backup.archive, backup.content, files, isForced);
  const stamp = new Date()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase();
  const { DATABASE_URL: url = '' } = process.env;
  await restoreDatabase(backup, readAddresses(), { isForced, stamp });
  process.env.DATABASE_URL = url;
  const plan = { anchors, stamp, isNew };
  for (const aside of await restoreDataFiles(backup.archive, backup.content, files, plan))
    console.log(tBackup('restore.fileAside', { file: aside }));
  const { tables, files: archived, snapshotAt } = backup.content;
  await recordAndVerify(
    {
      hasAnchors: tables.some(({ name, rows }) => name === 'audit_anchor' && rows > 0),
      hasFile: archived.some(({ name }) => name === 'anchors'),
      note: tBackup('restore.note', { at: snapshotAt }),
      noFile: tBackup('restore.noAnchorFile'),
    },
    files.anchorFile,
  );
  console.log(
    tBackup('restore.age', { age: describeAge(Date.now() - Date.parse(snapshotAt)), at: snapshotAt }),
  );
  console.log(tBackup('restore.next'));
}

/** Finishes the restore of a database that another program restored to `dataUntil`. */
async function finishRestored(dataUntil: Instant): Promise<void> {
  const { DATABASE_URL: url = '', DIRECT_URL: direct } = process.env;
  const owner = direct || url;
  process.env.DATABASE_URL = owner;
  await requireTables().finally(closeDatabase);
  const { hasAnchors } = await inspectRestoredDatabase(owner);
  const context = createContext({ kind: 'system', name: 'restore' });
  const applied = await applyRestoreRules(context, dataUntil).finally(closeDatabase);
  process.env.DATABASE_URL = url;
  console.log(tBackup('restore.rules', applied));
  const at = new Date(dataUntil).toISOString();
  const file = findAnchorFile(resolveDataFolder(readStartEnv(process.env)));
  await recordAndVerify(
    {
      hasAnchors,
      hasFile: fs.existsSync(file),
      note: tBackup('restore.restoredNote', { at }),
      noFile: tBackup('restore.noLocalAnchorFile', { file }),
    },
    file,
  );
  console.log(tBackup('restore.restoredAge', { age: describeAge(Date.now() - dataUntil), at }));
  console.log(tBackup('restore.next'));
}

/** The archive is verified before anything is made. An existing target is checked before that, a new one needs no check. */
async function main(): Promise<void> {
  loadDotEnv();
  const choice = readArguments();
  if (choice.kind === 'restored') return runWithProductEnvironment(() => finishRestored(choice.at));
  const backup = await openBackup(choice.from, readPassphrase(choice.passphraseFile));
  const env = readStartEnv(process.env);
  const isNew = Object.keys(readStoredSecrets(resolveDataFolder(env))).length === 0;
  const hasTarget = !isNew || env.DATABASE_URL !== undefined;
  if (!hasTarget) await verifyBackup(backup, null);
  await runWithProductEnvironment(async () => {
    const { isForced } = choice;
    const { owner } = readAddresses();
    if (hasTarget) await verifyBackup(backup, { url: owner, isForced });
    await restore(backup, isForced, isNew);
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
