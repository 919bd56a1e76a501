import { checkFields, withFields } from '#components/query/check-fields.ts';
import { toFailure } from '#components/query/request-json.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

const storedFile = checkFields<{ fileId: string }>(withFields('fileId'));

/** Uploads a file as a raw request body, because a server action can't carry megabytes. */
export async function attachFile(url: string, file: File): Promise<ActionResult<{ fileId: string }>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
  const body: unknown = await response.json().catch(() => null);
  return response.ok ? { ok: true, data: storedFile.parse(body) } : toFailure(response, body);
}
