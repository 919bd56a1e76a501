import * as z from 'zod';
import type { ActionResult } from '#lib/values/action-result.ts';
import { problemCodes } from '#lib/values/errors.ts';

const answer = z.union([
  z.object({ fileId: z.string(), sha256: z.string() }).transform((data) => ({ ok: true as const, data })),
  z.object({
    ok: z.literal(false),
    code: z.enum(problemCodes),
    message: z.string(),
    fieldErrors: z.record(z.string(), z.array(z.string())),
    requestId: z.string(),
  }),
]);

/** Sends a file as it is; actions are not made for megabytes. */
export async function attachFile(url: string, file: File): Promise<ActionResult<{ fileId: string }>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
  return answer.parse(await response.json());
}
