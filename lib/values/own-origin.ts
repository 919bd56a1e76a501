const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a request that changes something was sent by a page of ours. The Origin must be there; it must be that of
 * `appUrl` or, on this machine alone, the very host of the request, so that localhost and 127.0.0.1 both serve.
 */
export function isOurOrigin(origin: string | null, host: string | null, appUrl: string): boolean {
  const from = origin === null ? null : URL.parse(origin);
  if (from === null) return false;
  if (from.origin === new URL(appUrl).origin) return true;
  return loopback.has(from.hostname) && loopback.has(new URL(appUrl).hostname) && from.host === host;
}
