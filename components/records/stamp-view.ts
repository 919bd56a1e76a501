/** The parts of a view that the browser shows itself. The server renders the rest. */
const browserParts: ReadonlySet<string> = new Set([
  'timeline',
  'annotations',
  'lastReadAt',
  'nextReadAt',
  'lastReadError',
  'readFailures',
]);

/**
 * Returns a text that differs when something changed that the server rendered. Server and browser stamp the same JSON. It
 * compares only and protects nothing, so a short hash is enough (FNV-1a).
 */
export function stampView(view: unknown): string {
  const text = JSON.stringify(view, (key, value) => (browserParts.has(key) ? undefined : value));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}.${hash >>> 0}`;
}
