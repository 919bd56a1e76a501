import fs from 'node:fs';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import * as z from 'zod';
import { tBackup } from '#lib/messages/commands.ts';
import { explainWriteErrors, StartFailure } from '../database/failure.ts';
import { readStoredSecrets, storeSecrets } from '../secrets.ts';
import type { Archive } from './archive-file.ts';
import { readArchiveFile } from './archive-file.ts';
import type { DataFiles } from './data-files.ts';
import { toPinFile, toSandboxFile } from './data-files.ts';
import type { BackupContent } from './manifest.ts';

type ArchivedFile = BackupContent['files'][number];

const secretsShape = z.record(z.string(), z.string());
/** Only one value can be in use. Sessions are revoked anyway, so the current one stays. */
const singleSecrets = new Set(['NEXTAUTH_SECRET']);

/** Merges secrets: the current keys stay first, and keys that only the backup has follow. No key is lost. */
export function mergeSecrets(
  current: Readonly<Record<string, string>>,
  archived: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(archived).map(([name, value]) => {
      const own = current[name];
      if (own === undefined) return [name, value];
      if (singleSecrets.has(name)) return [name, own];
      return [name, [...new Set([...own.split(','), ...value.split(',')])].join(',')];
    }),
  );
}

/** The change of the anchor file that a restore makes. */
export type AnchorFileRestorePlan = 'none' | 'keep' | 'write' | 'replace';

const find = (content: BackupContent, name: ArchivedFile['name']) =>
  content.files.find((file) => file.name === name);

/** Decides about the anchor file. One that continues the archived one stays, because it is never shortened. */
export async function planAnchorFileRestore(
  archive: Archive,
  content: BackupContent,
  { anchorFile }: DataFiles,
  isForced: boolean,
): Promise<AnchorFileRestorePlan> {
  const archived = find(content, 'anchors');
  if (archived === undefined) return fs.existsSync(anchorFile) ? 'keep' : 'none';
  if (!fs.existsSync(anchorFile)) return 'write';
  const [current, former] = [
    fs.readFileSync(anchorFile, 'utf8'),
    await text(readArchiveFile(archive, archived)),
  ];
  if (current.startsWith(former)) return 'keep';
  if (former.startsWith(current)) return 'replace';
  if (!isForced) throw new StartFailure(tBackup('restore.anchorsDiffer', { file: anchorFile }));
  return 'replace';
}

/** Writes a file aside and renames it, so that no half of it is ever seen. */
function writeWhole(file: string, bytes: Buffer): void {
  explainWriteErrors(file, () => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const next = `${file}.${process.pid}.new`;
    fs.writeFileSync(next, bytes, { mode: 0o600, flush: true });
    fs.renameSync(next, file);
  });
}

export type RestorePlan = {
  readonly anchors: AnchorFileRestorePlan;
  /** Ends the names of files that are set aside. */
  readonly stamp: string;
  /** True if DATA_DIR had no secrets before: those generated since then are replaced. */
  readonly isNew: boolean;
};

/** Restores secrets and files. Existing ones stay, or are renamed. Returns the files that were renamed. */
export async function restoreDataFiles(
  archive: Archive,
  content: BackupContent,
  files: DataFiles,
  { anchors, stamp, isNew }: RestorePlan,
): Promise<string[]> {
  const aside: string[] = [];
  const secrets = find(content, 'secrets');
  if (secrets !== undefined) {
    const archived = secretsShape.parse(JSON.parse(await text(readArchiveFile(archive, secrets))));
    storeSecrets(files.dataDir, isNew ? archived : mergeSecrets(readStoredSecrets(files.dataDir), archived));
  }
  const archivedAnchors = find(content, 'anchors');
  if (archivedAnchors !== undefined && (anchors === 'write' || anchors === 'replace')) {
    if (anchors === 'replace') {
      const former = `${files.anchorFile}.before-${stamp}`;
      explainWriteErrors(files.anchorFile, () => fs.renameSync(files.anchorFile, former));
      aside.push(former);
    }
    writeWhole(files.anchorFile, await buffer(readArchiveFile(archive, archivedAnchors)));
  }
  for (const [name, file] of [
    ['pinned-keys', toPinFile(files)],
    ['sandbox', toSandboxFile(files)],
  ] as const) {
    const archived = find(content, name);
    if (archived !== undefined && !fs.existsSync(file))
      writeWhole(file, await buffer(readArchiveFile(archive, archived)));
  }
  return aside;
}
