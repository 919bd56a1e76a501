import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { BodyResult } from './read-body.ts';
import { maximumBodyBytes } from './read-body.ts';

/** Reads the raw bytes of a request up to the size limit and within `timeoutMs`, as `readBody` does for a route. */
export function readIncoming(request: IncomingMessage, timeoutMs = 20_000): Promise<BodyResult> {
  // The sender has closed the connection while it waited, and sends the callback again.
  if (request.destroyed) return Promise.resolve({ kind: 'broken' });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const finish = (body: BodyResult) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', abort).on('error', abort);
      resolve(body);
    };
    const onData = (part: Buffer) => {
      parts.push(part);
      length += part.byteLength;
      if (length <= maximumBodyBytes) return;
      finish({ kind: 'too-large', bytes: concatenate(parts, length).slice(0, maximumBodyBytes) });
      // Drains the rest of the request. Otherwise the answer could be cut off.
      request.resume();
    };
    const onEnd = () => finish({ kind: 'whole', bytes: concatenate(parts, length) });
    const abort = () => finish({ kind: 'broken' });
    const timer = setTimeout(abort, timeoutMs);
    request.on('data', onData).on('end', onEnd).on('close', abort).on('error', abort);
  });
}

function concatenate(parts: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
