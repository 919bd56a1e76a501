import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { APP_PASSWORD } from '../database/app-address.ts';
import { readStoredSecrets } from '../secrets.ts';
import type { Archive } from './archive-file.ts';
import { writeArchiveFile } from './archive-file.ts';
import type { BackupContent } from './manifest.ts';

/** The locations of the files that belong to an installation besides its database. */
export type DataFiles = { readonly dataDir: string; readonly anchorFile: string };

/** The passwords of the embedded database belong to its data folder and are never moved. */
const localSecrets: readonly string[] = ['DATABASE_PASSWORD', APP_PASSWORD];

/** Returns the file of the audit anchors. */
export const findAnchorFile = (dataDir: string): string => path.resolve(dataDir, 'audit-anchors.jsonl');

export const toPinFile = ({ dataDir }: DataFiles): string => path.join(dataDir, 'audit-pinned-keys');
export const toSandboxFile = ({ dataDir }: DataFiles): string => path.join(dataDir, 'sandbox.sqlite');

/** Returns the generated secrets that a restored installation needs. */
function listPortableSecrets({ dataDir }: DataFiles): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readStoredSecrets(dataDir)).filter(([name]) => !localSecrets.includes(name)),
  );
}

/** Copies the sandbox's state, which may be in use. */
function copySandbox(file: string): Buffer {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-backup-'));
  const copy = path.join(folder, 'sandbox.sqlite');
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
    return fs.readFileSync(copy);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the files of DATA_DIR to the archive. Logs and the embedded database's own files are left out. */
export async function archiveDataFiles(
  archive: Archive,
  files: DataFiles,
  { withSecrets }: { readonly withSecrets: boolean },
): Promise<BackupContent['files']> {
  const found: [BackupContent['files'][number]['name'], Buffer][] = [];
  if (withSecrets) found.push(['secrets', Buffer.from(JSON.stringify(listPortableSecrets(files)))]);
  if (fs.existsSync(files.anchorFile)) found.push(['anchors', fs.readFileSync(files.anchorFile)]);
  const pinFile = toPinFile(files);
  if (fs.existsSync(pinFile)) found.push(['pinned-keys', fs.readFileSync(pinFile)]);
  const sandboxFile = toSandboxFile(files);
  if (fs.existsSync(sandboxFile)) found.push(['sandbox', copySandbox(sandboxFile)]);
  const written: BackupContent['files'] = [];
  for (const [name, bytes] of found)
    written.push({ name, ...(await writeArchiveFile(archive, `file-${name}`, Readable.from([bytes]))) });
  return written;
}
