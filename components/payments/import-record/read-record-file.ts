import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { importLimit, recordTooLongMessage } from '#lib/payments/import/model.ts';

/** Returns the exact text of a file, or the problem that prevents it. */
export async function readRecordFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > importLimit) return { problem: recordTooLongMessage };
  try {
    const bytes = await file.arrayBuffer();
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: tPaymentImport('notText', { name: file.name }) };
  }
}
