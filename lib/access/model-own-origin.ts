const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a state-changing request came from a page of this product. Requires an Origin that matches `appUrl`
 * or, on this machine only, the host of the request, so that localhost and 127.0.0.1 both work.
 */
export function isOurOrigin(origin: string | null, host: string | null, appUrl: string): boolean {
  const from = origin === null ? null : URL.parse(origin);
  if (from === null) return false;
  if (from.origin === new URL(appUrl).origin) return true;
  return loopback.has(from.hostname) && loopback.has(new URL(appUrl).hostname) && from.host === host;
}
