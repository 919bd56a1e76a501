import 'server-only';

/** Bodies beyond this are refused unread (quality's table): a callback is a few kilobytes. */
export const longestBody = 64 * 1024;

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Longer than allowed: its beginning. The rest was not read. */
  | { readonly kind: 'too-large'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The sender went away, or took too long. */
  | { readonly kind: 'broken' };

/** Reads the raw bytes of a body, whether or not its length was told, up to the limit and no longer than `patienceMs`. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  patienceMs = 20_000,
): Promise<Body> {
  if (stream === null) return { kind: 'whole', bytes: new Uint8Array() };
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isLate = false;
  const impatient = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, patienceMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return { kind: 'broken' };
      if (done) return { kind: 'whole', bytes: joined(chunks, length) };
      chunks.push(value);
      length += value.byteLength;
      if (length <= longestBody) continue;
      // Not waited for: a sender that never ends would keep us.
      void reader.cancel().catch(() => undefined);
      return { kind: 'too-large', bytes: joined(chunks, length).slice(0, longestBody) };
    }
  } catch {
    return { kind: 'broken' };
  } finally {
    clearTimeout(impatient);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
