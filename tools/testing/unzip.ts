import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** A file of an archive. */
export type ZipFileEntry = { readonly name: string; readonly bytes: Buffer };

/**
 * Unpacks an archive with code that is independent of the code that writes ours.
 *
 * @throws Error if a header contradicts another, a size differs or a checksum doesn't match
 */
export async function unzip(bytes: Uint8Array): Promise<readonly ZipFileEntry[]> {
  const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true });
  const files: ZipFileEntry[] = [];
  for await (const entry of archive.eachEntry()) {
    const { fileName: name } = entry;
    const header = await archive.readLocalFileHeaderPromise(entry);
    if (header.fileName.toString('utf8') !== name || header.compressionMethod !== entry.compressionMethod)
      throw new Error(`${name}: its headers differ`);
    const content = await buffer(await archive.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`${name}: its checksum does not match`);
    files.push({ name, bytes: content });
  }
  return files;
}
