/** Largest file of payment records, in bytes. Each record has its own limit. */
export const recordFileLimit = 10 * 1024 * 1024;

/** Returns true for the text of a JSON array of objects, also of a broken one. */
export const isRecordList = (text: string): boolean => /^\uFEFF?\s*\[\s*\{/.test(text);

/**
 * Splits a JSON array of payment records into the exact text of each, because an import stores the bytes that it received.
 * Other text is one record. A broken array gives parts that the import of each refuses.
 */
export function splitRecords(text: string): readonly string[] {
  if (!isRecordList(text)) return [text];
  const records: string[] = [];
  let [depth, from, isQuoted] = [0, text.indexOf('[') + 1, false];
  const add = (to: number) => {
    const record = text.slice(from, to).trim();
    if (record !== '') records.push(record);
    from = to + 1;
  };
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth > 0 && (sign === '}' || sign === ']')) depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ']')) add(at);
  }
  add(text.length);
  return records;
}
