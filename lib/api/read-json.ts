import 'server-only';
import { tApi } from '#lib/messages/api.ts';
import { ApiRefusal } from './problem.ts';

/** The bodies that a protocol accepts. Larger ones are refused without reading their rest. */
type AcceptedBody = { readonly mediaTypes: readonly string[]; readonly maximumKib: number };

const apiBody: AcceptedBody = { mediaTypes: ['application/json'], maximumKib: 64 };

/** Reads the bytes of a body up to the limit. */
async function readBytes(stream: ReadableStream<Uint8Array> | null, maximumKib: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.byteLength;
    if (length > maximumKib * 1_024)
      throw new ApiRefusal('too-large', { detail: tApi('tooLarge', { kib: String(maximumKib) }) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the JSON of a request.
 *
 * @throws ApiRefusal for another media type, a larger body, and what isn't JSON in UTF-8
 */
export async function readJson(
  request: Request,
  { mediaTypes, maximumKib }: AcceptedBody = apiBody,
): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (!mediaTypes.includes(type.trim()) || request.headers.has('content-encoding'))
    throw new ApiRefusal('unsupported-media-type');
  const bytes = await readBytes(request.body, maximumKib);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiRefusal('invalid-json');
  }
}
