import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { Body } from '#lib/callbacks/index.ts';
import { longestBody } from '#lib/callbacks/index.ts';

/** Reads the raw bytes of a request up to the limit and no longer than `patienceMs`, as `readBody` does for a route. */
export function readIncoming(request: IncomingMessage, patienceMs = 20_000): Promise<Body> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const finish = (body: Body) => {
      clearTimeout(impatient);
      request.off('data', take).off('end', end).off('close', gone).on('error', gone);
      resolve(body);
    };
    const take = (part: Buffer) => {
      parts.push(part);
      length += part.byteLength;
      if (length <= longestBody) return;
      finish({ kind: 'too-large', bytes: joined(parts, length).slice(0, longestBody) });
      // What still comes is let go by, so that the answer is not cut off with it.
      request.resume();
    };
    const end = () => finish({ kind: 'whole', bytes: joined(parts, length) });
    const gone = () => finish({ kind: 'broken' });
    const impatient = setTimeout(gone, patienceMs);
    request.on('data', take).on('end', end).on('close', gone).on('error', gone);
  });
}

function joined(parts: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
