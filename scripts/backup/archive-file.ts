import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { tBackup } from '#lib/messages/commands.ts';
import { fileFailure, StartFailure } from '../database/failure.ts';
import type { ArchiveKey } from './encryption.ts';
import { createDecryption, createEncryption } from './encryption.ts';
import type { StoredFile } from './manifest.ts';

/** A folder with an archive, and its key if it is encrypted. */
export type Archive = { readonly folder: string; readonly key: ArchiveKey | null };

/** Passes a stream on and measures it. */
function createMeter(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Compresses, encrypts and writes a stream to a file of the archive, which is flushed to the disk. */
export async function writeArchiveFile(
  { folder, key }: Archive,
  name: string,
  source: Readable,
): Promise<StoredFile> {
  const file = `${name}.zst${key === null ? '' : '.enc'}`;
  const meter = createMeter();
  const target = path.join(folder, file);
  try {
    await pipeline(
      source,
      zlib.createZstdCompress(),
      key === null ? new PassThrough() : createEncryption(key, file),
      meter.stream,
      fs.createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
    );
  } catch (error) {
    throw fileFailure(target, error);
  }
  return { file, ...meter.result() };
}

/** Reads a file of the archive as it was before compression. The stream fails if the content is damaged. */
export function readArchiveFile({ folder, key }: Archive, { file }: StoredFile): Readable {
  const source = fs.createReadStream(path.join(folder, file));
  const decompress = zlib.createZstdDecompress();
  const chain =
    key === null ? pipeline(source, decompress) : pipeline(source, createDecryption(key, file), decompress);
  chain.catch((error: unknown) =>
    decompress.destroy(
      error instanceof StartFailure ? error : new StartFailure(tBackup('damaged', { file }), error),
    ),
  );
  return decompress;
}

/** Compares size and SHA-256 of a file with the manifest. @throws StartFailure */
export async function verifyArchiveFile(folder: string, { file, bytes, sha256 }: StoredFile): Promise<void> {
  const meter = createMeter();
  try {
    await pipeline(fs.createReadStream(path.join(folder, file)), meter.stream, async (chunks) => {
      for await (const chunk of chunks) void chunk;
    });
  } catch (error) {
    throw new StartFailure(tBackup('missing', { file }), error);
  }
  const found = meter.result();
  if (found.bytes !== bytes || found.sha256 !== sha256) throw new StartFailure(tBackup('damaged', { file }));
}
