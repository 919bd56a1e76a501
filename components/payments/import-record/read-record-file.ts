import { importLimit, tooLongARecord } from '#lib/payments/import/model.ts';

/** The text of a chosen file, exactly; or why it can't be one. */
export async function readRecordFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > importLimit) return { problem: tooLongARecord };
  try {
    const bytes = await file.arrayBuffer();
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: `${file.name} is not a text file in UTF-8.` };
  }
}
