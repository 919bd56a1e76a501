import 'server-only';
import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Returns the ID of a stored content: a UUID made from its SHA-256 and `parts`. The same content has the same ID in
 * every database. `parts` separate contents with equal bytes.
 */
export function contentId(parts: readonly string[], hash: Uint8Array): string {
  const digest = createHash('sha256').update(parts.join('\n')).update('\n').update(hash).digest();
  // RFC 9562, version 8: a custom format.
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
