import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { tBackup } from '#lib/messages/commands.ts';
import { connectWithRetry } from '../database/connect.ts';
import { beginSnapshot, copyTable, lockTables, readSequences } from '../database/copy-out.ts';
import { explainWriteErrors, StartFailure } from '../database/failure.ts';
import { isAlive } from '../database/postmaster.ts';
import { projectFolder } from '../settings.ts';
import type { Archive } from './archive-file.ts';
import { writeArchiveFile } from './archive-file.ts';
import type { DataFiles } from './data-files.ts';
import { archiveDataFiles } from './data-files.ts';
import { createArchiveKey } from './encryption.ts';
import type { BackupContent, TableFile } from './manifest.ts';
import { writeManifest } from './manifest.ts';

export type BackupOptions = {
  readonly url: string;
  /** The folder in which the archive's own folder is made. */
  readonly to: string;
  readonly files: DataFiles;
  readonly passphrase: string | undefined;
  readonly withSecrets: boolean;
};

export type WrittenBackup = { readonly folder: string; readonly content: BackupContent };

const partialName = /^\.partial-(\d+)-/;

/** Removes what interrupted backups of ended processes left. */
function removeInterrupted(to: string): void {
  for (const name of fs.readdirSync(to)) {
    const pid = Number(partialName.exec(name)?.[1]);
    if (Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid))
      fs.rmSync(path.join(to, name), { recursive: true, force: true });
  }
}

async function copyDatabase(
  url: string,
  archive: Archive,
): Promise<Pick<BackupContent, 'snapshotAt' | 'postgresql' | 'migrations' | 'tables' | 'sequences'>> {
  const client = await connectWithRetry(url, 'DATABASE_URL');
  // A connection that breaks fails the statement that uses it. Without a handler it would end the process.
  client.on('error', () => undefined);
  try {
    const snapshot = await beginSnapshot(client);
    if (snapshot === null) throw new StartFailure(tBackup('notMigrated'));
    await lockTables(client, snapshot.tables);
    const tables: TableFile[] = [];
    for (const { name, columns } of snapshot.tables) {
      const copied = copyTable(client, { name, columns });
      const file = await writeArchiveFile(archive, `table-${name}`, copied.stream);
      tables.push({ name, columns: [...columns], rows: await copied.countRows(), ...file });
    }
    const sequences = await readSequences(client);
    await client.query('COMMIT');
    return {
      snapshotAt: snapshot.at,
      postgresql: snapshot.postgresql,
      migrations: [...snapshot.migrations],
      tables,
      sequences,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the version of the product. */
function readVersion(): string {
  const text = fs.readFileSync(path.join(projectFolder, 'package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '';
}

/**
 * Writes an archive of one snapshot. It is written under another name and renamed when complete, so that an interrupted
 * backup leaves nothing that looks like one.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const to = path.resolve(options.to);
  explainWriteErrors(to, () => fs.mkdirSync(to, { recursive: true, mode: 0o700 }));
  removeInterrupted(to);
  const partial = path.join(to, `.partial-${process.pid}-${randomBytes(4).toString('hex')}`);
  const remove = () => fs.rmSync(partial, { recursive: true, force: true });
  explainWriteErrors(to, () => fs.mkdirSync(partial, { mode: 0o700 }));
  process.once('exit', remove);
  try {
    const encryption = options.passphrase === undefined ? null : createArchiveKey(options.passphrase);
    const archive: Archive = { folder: partial, key: encryption?.key ?? null };
    // Files first: anchors that are newer than the snapshot would look like lost entries after a restore.
    const files = await archiveDataFiles(archive, options.files, options);
    const copied = await copyDatabase(options.url, archive);
    const content: BackupContent = {
      format: 'countinghouse-backup-1',
      product: readVersion(),
      encryption: encryption?.settings ?? null,
      hasSecrets: options.withSecrets,
      ...copied,
      files,
    };
    writeManifest(partial, content, archive.key);
    const folder = path.join(to, `countinghouse-${content.snapshotAt.replace(/[-:]|\.\d+/g, '')}`);
    fs.renameSync(partial, folder);
    return { folder, content };
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}
