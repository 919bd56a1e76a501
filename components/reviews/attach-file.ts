import { outline, withFields } from '#components/query/outline.ts';
import { toFailure } from '#components/query/request-json.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

const kept = outline<{ fileId: string }>(withFields('fileId', 'sha256'));

/** Sends a file as it is; actions are not made for megabytes. */
export async function attachFile(url: string, file: File): Promise<ActionResult<{ fileId: string }>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
  const body: unknown = await response.json().catch(() => null);
  return response.ok ? { ok: true, data: kept.parse(body) } : toFailure(response, body);
}
