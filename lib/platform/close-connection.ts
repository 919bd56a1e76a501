import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

declare global {
  var countinghouseResponses: AsyncLocalStorage<ServerResponse> | undefined;
}

// On the global object, because routes are bundled separately from the server.
function responses(): AsyncLocalStorage<ServerResponse> {
  globalThis.countinghouseResponses ??= new AsyncLocalStorage();
  return globalThis.countinghouseResponses;
}

/** Makes Node's response available to all code of this request. */
export const setCurrentResponse = (response: ServerResponse): void => responses().enterWith(response);

/** Undefined where it is unknown. */
const currentResponse = (): ServerResponse | undefined => responses().getStore();

/** Returns a signal that is aborted when the client of the current request leaves before the answer is complete. */
export function watchClient(): AbortSignal | undefined {
  const response = currentResponse();
  if (response === undefined) return undefined;
  const left = new AbortController();
  const notice = () => {
    if (!response.writableFinished) left.abort();
  };
  if (response.destroyed) notice();
  else response.once('close', notice);
  return left.signal;
}

/**
 * Returns a function that closes the connection of the current request unless its response is complete. A stream that
 * ends otherwise waits until the reader has received the earlier output. Returns false where Node's response is
 * unknown.
 */
export function createConnectionCloser(): () => boolean {
  const response = currentResponse();
  return () => {
    if (response === undefined) return false;
    // A reset also drops what the operating system still buffers for a slow reader.
    if (!response.writableFinished) response.socket?.resetAndDestroy();
    return true;
  };
}
