import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

declare global {
  var countinghouseResponses: AsyncLocalStorage<ServerResponse> | undefined;
}

// On the global object: routes are bundled separately and must find what the server has noted.
function responses(): AsyncLocalStorage<ServerResponse> {
  globalThis.countinghouseResponses ??= new AsyncLocalStorage();
  return globalThis.countinghouseResponses;
}

/** Makes Node's response available to everything that this request calls. */
export const noteResponse = (response: ServerResponse): void => responses().enterWith(response);

/**
 * A function that closes the connection of the current request unless its answer is complete. A stream that ends
 * otherwise waits until the reader has taken what was written before. Returns false where Node's response is unknown.
 */
export function connectionCloser(): () => boolean {
  const response = responses().getStore();
  return () => {
    if (response === undefined) return false;
    // A reset also drops what the operating system still holds for a slow reader.
    if (!response.writableFinished) response.socket?.resetAndDestroy();
    return true;
  };
}
