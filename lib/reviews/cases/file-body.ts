import 'server-only';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { attachmentPolicy } from '#lib/platform/model-fixed-headers.ts';
import { Problem } from '#lib/values/errors.ts';
import { fileLimit } from './schema/choices.ts';

const tooLarge = tReviewRefusals('file.tooLarge');

function readFileName(request: Request): string {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '');
  } catch {
    return '';
  }
}

/**
 * Reads the uploaded file from the request body and stops at the size limit.
 *
 * @throws Problem 'invalid' if the file is too large
 */
export async function readFileBody(
  request: Request,
): Promise<{ readonly name: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > fileLimit) throw new Problem('invalid', tooLarge, { fieldErrors: { file: [tooLarge] } });
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return { name: readFileName(request), body };
}

/** Returns the file as a download with headers that keep browsers from rendering or sniffing it. */
export function createFileResponse(file: {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}): Response {
  const plain = file.name.replace(/[^\w.-]/g, '_');
  return new Response(file.body, {
    headers: {
      'content-type': file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type,
      'content-length': String(file.body.byteLength),
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': attachmentPolicy,
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
