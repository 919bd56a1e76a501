import 'server-only';
import { ApiRefusal } from './problem.ts';

/** Larger bodies are refused without reading their rest. */
const maximumBytes = 64 * 1024;

/** Reads the bytes of a body up to the limit. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw new ApiRefusal('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the JSON of a request.
 *
 * @throws ApiRefusal for another media type, a body above 64 KiB, and what isn't JSON in UTF-8
 */
export async function readJson(request: Request): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json' || request.headers.has('content-encoding'))
    throw new ApiRefusal('unsupported-media-type');
  const bytes = await readBytes(request.body);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiRefusal('invalid-json');
  }
}
