import 'server-only';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import type { FileEncoding } from '../model/fields.ts';

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Text in UTF-16 without a mark has a zero byte in most characters of Western languages. */
function guessUtf16(bytes: Uint8Array): FileEncoding | null {
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd <= sample.length / 8) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Detects the encoding by its byte order mark, then by its content. Text that is not UTF-8 is windows-1252. */
export function detectEncoding(bytes: Uint8Array): FileEncoding {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return guessUtf16(bytes) ?? (isValidUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/**
 * Decodes a text file and leaves out its byte order mark.
 *
 * @throws Problem 'invalid' if the bytes are not text in this encoding.
 */
export function decodeText(bytes: Uint8Array, encoding: FileEncoding): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid', tBatchProblems('file.encoding'));
  }
  if (text.includes('\u0000')) throw new Problem('invalid', tBatchProblems('file.notText'));
  return text;
}
