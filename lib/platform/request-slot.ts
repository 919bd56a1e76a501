import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

/** A request's share of the processor, which it holds while it computes. */
export class RequestSlot {
  readonly #release: () => void;
  #isHeld = true;

  constructor(release: () => void) {
    this.#release = release;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Frees the slot. Calling it again does nothing. */
  release(): void {
    this.#isHeld = false;
    this.#release();
  }
}

declare global {
  var countinghouseRequestSlot: AsyncLocalStorage<RequestSlot> | undefined;
}

// On the global object, because routes are bundled separately from the server.
function storage(): AsyncLocalStorage<RequestSlot> {
  globalThis.countinghouseRequestSlot ??= new AsyncLocalStorage();
  return globalThis.countinghouseRequestSlot;
}

/** Runs the work of a request that holds this slot. */
export const runInSlot = <Result>(slot: RequestSlot, work: () => Result): Result => storage().run(slot, work);

/** Returns whether the current request holds a slot. */
export const hasRequestSlot = (): boolean => storage().getStore()?.isHeld === true;

/**
 * Frees the slot of the current request before its answer is complete, because it mostly waits from here on. It waits
 * for the service, for a limit of its own, or for the reader of a stream.
 */
export const releaseRequestSlot = (): void => storage().getStore()?.release();
