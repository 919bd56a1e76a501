import fs from 'node:fs';
import path from 'node:path';
import { setAppRole } from '#lib/database/app-role.ts';
import { applyMigrations, readMigrations } from '#lib/database/migrate.ts';
import { tBackup } from '#lib/messages/commands.ts';
import { connectWithRetry } from '../database/connect.ts';
import { loadTables } from '../database/copy-in.ts';
import { StartFailure } from '../database/failure.ts';
import type { RestoreTarget } from '../database/restore-target.ts';
import { replaceDatabase, requireReplaceable } from '../database/restore-target.ts';
import { defaultToUtc } from '../database/time-zone.ts';
import type { Archive } from './archive-file.ts';
import { readArchiveFile, verifyArchiveFile } from './archive-file.ts';
import { openArchiveKey } from './encryption.ts';
import type { BackupContent } from './manifest.ts';
import { manifestName, readManifest, verifyManifestSeal } from './manifest.ts';
import { listArchives } from './prune-archives.ts';

export type OpenedBackup = { readonly archive: Archive; readonly content: BackupContent };

/** Returns the folder of the archive itself, or else of the newest archive in it. */
function findArchive(from: string): string {
  const folder = path.resolve(from);
  if (fs.existsSync(path.join(folder, manifestName)) || !fs.existsSync(folder)) return folder;
  return listArchives(folder).at(-1) ?? folder;
}

/**
 * Opens an archive. Reads only its manifest and changes nothing.
 * @throws StartFailure if it is of a newer version, its manifest is damaged, or it is encrypted with another passphrase.
 */
export async function openBackup(from: string, passphrase: string | undefined): Promise<OpenedBackup> {
  const folder = findArchive(from);
  const manifest = readManifest(folder);
  const { content } = manifest;
  if (content.encryption !== null && passphrase === undefined)
    throw new StartFailure(tBackup('passphrase.needed'));
  const key =
    content.encryption === null || passphrase === undefined
      ? null
      : openArchiveKey(passphrase, content.encryption);
  verifyManifestSeal(manifest, key);
  await requireMigrations(content);
  return { archive: { folder, key }, content };
}

/**
 * Verifies every file of an archive. A target is checked first, because verification takes as long as reading the archive.
 * @throws StartFailure if the target may not be replaced, or a file is damaged or missing.
 */
export async function verifyBackup(
  { archive, content }: OpenedBackup,
  target: { readonly url: string; readonly isForced: boolean } | null,
): Promise<void> {
  if (target !== null) await requireReplaceable(target.url, target.isForced);
  console.log(tBackup('restore.verifying', { at: content.snapshotAt }));
  for (const file of [...content.tables, ...content.files]) await verifyArchiveFile(archive.folder, file);
}

/** @throws StartFailure if this version lacks a migration of the backup, or has another text for it. */
async function requireMigrations({ migrations }: BackupContent): Promise<void> {
  const own = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.filter(({ name }) => !own.has(name));
  const [baseline] = own.keys();
  if (!migrations.some(({ name }) => name === baseline))
    throw new StartFailure(tBackup('restore.unreleased'));
  if (unknown.length > 0)
    throw new StartFailure(
      tBackup('restore.newer', {
        migrations: unknown
          .map(({ name }) => name)
          .slice(0, 3)
          .join(', '),
      }),
    );
  const changed = migrations.find(({ name, checksum }) => own.get(name) !== checksum);
  if (changed !== undefined)
    throw new StartFailure(tBackup('restore.changedMigration', { name: changed.name }));
}

/**
 * Fills the target: the backup's own schema, its rows, then the migrations since. Gives the product's role its rights if
 * it differs from the owner's.
 */
export async function fillTarget(
  target: RestoreTarget,
  { archive, content }: OpenedBackup,
  appUrl: string | undefined,
): Promise<void> {
  const client = await connectWithRetry(target.url, 'DATABASE_URL');
  // A connection that breaks fails the statement that uses it. Without a handler it would end the process.
  client.on('error', () => undefined);
  try {
    await defaultToUtc(client);
    await applyMigrations(client, undefined, new Set(content.migrations.map(({ name }) => name)));
    const files = new Map(content.tables.map((table) => [table.name, table]));
    await loadTables(client, {
      tables: content.tables,
      sequences: content.sequences,
      openTable: (name) => {
        const file = files.get(name);
        if (file === undefined) throw new Error(`no file for the table ${name}`);
        return readArchiveFile(archive, file);
      },
    });
    await applyMigrations(client);
    if (appUrl === undefined) return;
    const app = await connectWithRetry(
      replaceDatabase(appUrl, decodeURIComponent(new URL(target.url).pathname.slice(1))),
      'DATABASE_URL',
    );
    try {
      await defaultToUtc(app);
      await setAppRole(client, app);
    } finally {
      await app.end();
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
