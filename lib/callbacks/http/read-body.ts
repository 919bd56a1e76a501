import 'server-only';

/** Larger bodies are refused without reading their rest. A callback has a few kilobytes. */
export const maximumBodyBytes = 64 * 1024;

export type BodyResult =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Only the first part, up to the limit. The rest was not read. */
  | { readonly kind: 'too-large'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The sender closed the connection or took too long. */
  | { readonly kind: 'broken' };

/** Reads the raw bytes of a body, with or without an announced length, up to the limit and within `timeoutMs`. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  timeoutMs = 20_000,
): Promise<BodyResult> {
  if (stream === null) return { kind: 'whole', bytes: new Uint8Array() };
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    void reader.cancel().catch(() => undefined);
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isTimedOut) return { kind: 'broken' };
      if (done) return { kind: 'whole', bytes: joinChunks(chunks, length) };
      chunks.push(value);
      length += value.byteLength;
      if (length <= maximumBodyBytes) continue;
      // Not awaited, because a sender may never end its body.
      void reader.cancel().catch(() => undefined);
      return { kind: 'too-large', bytes: joinChunks(chunks, length).slice(0, maximumBodyBytes) };
    }
  } catch {
    return { kind: 'broken' };
  } finally {
    clearTimeout(timer);
  }
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
