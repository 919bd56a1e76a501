/** The parts of a record's view that the browser shows itself. The server renders the rest. */
const browserParts: ReadonlySet<string> = new Set([
  'timeline',
  'annotations',
  'lastReadAt',
  'nextReadAt',
  'lastReadError',
  'readFailures',
]);

/**
 * Returns a text that differs when a view has changed. Server and browser hash the same JSON. It compares only and
 * protects nothing, so a short hash is enough (FNV-1a). `omitted` names fields that don't count.
 */
export function hashView(view: unknown, omitted: ReadonlySet<string> = new Set()): string {
  const text = JSON.stringify(view, (key, value) => (omitted.has(key) ? undefined : value));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}.${hash >>> 0}`;
}

/** Hashes of what the server renders of a record. */
export type RecordHashes = {
  readonly record: string;
  /** The linked records of a busy address change with each of its payments. */
  readonly linkedRecords: string;
};

export const hashRecordView = (view: { readonly linkedRecords: unknown }): RecordHashes => ({
  record: hashView({ ...view, linkedRecords: null }, browserParts),
  linkedRecords: hashView(view.linkedRecords),
});
