import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { tBackup } from '#lib/messages/commands.ts';
import { StartFailure } from '../database/failure.ts';
import type { ArchiveKey } from './encryption.ts';
import { encryptionShape } from './encryption.ts';

/** The manifest of an archive: its origin, and every file with its size and SHA-256. */

const identifier = z.string().min(1).max(63);
const storedFile = z.object({
  file: z.string().regex(/^[a-z0-9][a-z0-9_.-]*$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const contentShape = z.object({
  format: z.literal('countinghouse-backup-1'),
  /** Everything committed before this time is in the archive, by the database's clock. */
  snapshotAt: z.iso.datetime(),
  product: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  encryption: encryptionShape.nullable(),
  /** True if generated secrets are in the archive. */
  hasSecrets: z.boolean(),
  tables: z.array(
    storedFile.extend({ name: identifier, columns: z.array(identifier).min(1), rows: z.int().min(0) }),
  ),
  sequences: z.array(z.object({ name: identifier, last: z.string().regex(/^\d+$/).nullable() })),
  /** Files of DATA_DIR by their own name. */
  files: z.array(storedFile.extend({ name: z.enum(['secrets', 'anchors', 'pinned-keys', 'sandbox']) })),
});
const manifestShape = z.object({ content: contentShape, seal: z.string() });

export type BackupContent = z.infer<typeof contentShape>;
export type StoredFile = z.infer<typeof storedFile>;
export type TableFile = BackupContent['tables'][number];

export const manifestName = 'manifest.json';

/**
 * With a key, only its holder can make the seal. Without one it only detects damage. Parsing puts the fields into one order.
 */
function seal(content: BackupContent, key: ArchiveKey | null): string {
  const text = JSON.stringify(contentShape.parse(content));
  return key === null
    ? createHash('sha256').update(text).digest('hex')
    : createHmac('sha256', key.derive('manifest')).update(text).digest('hex');
}

/** Writes the manifest and flushes it to the disk. */
export function writeManifest(folder: string, content: BackupContent, key: ArchiveKey | null): void {
  const text = `${JSON.stringify({ content: contentShape.parse(content), seal: seal(content, key) }, null, 1)}\n`;
  fs.writeFileSync(path.join(folder, manifestName), text, { mode: 0o600, flush: true });
}

/** A manifest with an unchecked seal. Checking it needs the key. */
export type ReadManifest = { readonly content: BackupContent; readonly seal: string };

/**
 * Reads the manifest of an archive.
 * @throws StartFailure if there is none, or if it is damaged or of another format.
 */
export function readManifest(folder: string): ReadManifest {
  const file = path.join(folder, manifestName);
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartFailure(tBackup('noManifest', { folder }), error);
  }
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (error) {
    throw new StartFailure(tBackup('damaged', { file: manifestName }), error);
  }
}

/** @throws StartFailure if the manifest was changed. */
export function verifyManifestSeal({ content, seal: recorded }: ReadManifest, key: ArchiveKey | null): void {
  const expected = Buffer.from(seal(content, key));
  const found = Buffer.from(recorded);
  if (expected.length !== found.length || !timingSafeEqual(expected, found))
    throw new StartFailure(tBackup('damaged', { file: manifestName }));
}
