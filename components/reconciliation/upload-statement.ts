import { callAction } from '#components/query/call-action.ts';
import { toFailure } from '#components/query/request-json.ts';
import { startImportAction } from '#lib/reconciliation/actions.ts';
import { importLimits } from '#lib/reconciliation/model/choices.ts';
import type { InspectedFile } from '#lib/reconciliation/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Attempts to send a part while the connection is lost. A repeated part is stored once. */
const tries = 3;

async function sendPart(businessId: string, importId: string, number: number, body: Blob): Promise<Response> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await fetch(`/api/businesses/${businessId}/bank-imports`, {
        method: 'POST',
        headers: { 'x-import': importId, 'x-chunk': `${number}` },
        body,
      });
    } catch (failure) {
      if (attempt >= tries) throw failure;
    }
}

/** Returns the first bytes of a file in base64. */
export async function readStart(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, importLimits.startBytes).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}

/** Uploads a statement in parts and reports the progress. Null, or a rejection: the connection was lost. */
export async function uploadStatement(
  businessId: string,
  file: File,
  { format, headers, mapping }: InspectedFile,
  onProgress: (part: number, parts: number) => void,
): Promise<ActionResult<{ readonly importId: string }> | null> {
  const columns =
    format === 'csv' ? { mapping: { ...mapping, columns: [...mapping.columns] } } : { mapping: null };
  const started = await callAction(() =>
    startImportAction({
      businessId,
      fileName: file.name.slice(-255),
      size: file.size,
      headers: [...headers],
      ...columns,
    }),
  );
  if (!started?.ok) return started;
  const { importId } = started.data;
  const parts = Math.ceil(file.size / importLimits.chunkBytes);
  for (let number = 0; number < parts; number += 1) {
    onProgress(number + 1, parts);
    const from = number * importLimits.chunkBytes;
    const response = await sendPart(
      businessId,
      importId,
      number,
      file.slice(from, from + importLimits.chunkBytes),
    );
    if (!response.ok) return toFailure(response, await response.json().catch(() => null));
  }
  return started;
}
