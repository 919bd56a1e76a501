import 'server-only';

/** Interval of the checks on an open response. Ending it takes this, one check and one second: less than 10 s. */
const checkEveryMs = 4_000;
/** Time that a reader has to finish a stream that is closed in order. */
const graceMs = 1_000;
/** Larger chunks are passed on in parts, so that a slow reader makes progress between them. */
const maxChunkBytes = 65_536;

type Guard = {
  /** Returns true while the person may receive this response. */
  readonly mayContinue: () => Promise<boolean>;
  /**
   * `close` ends a stream whose reader reconnects. `break` fails a download, because a partial file must not look
   * complete.
   */
  readonly ending: 'close' | 'break';
  /** Closes the connection. Returns false if the connection is unknown. */
  readonly closeConnection: () => boolean;
  /** Time after which a reader that takes no data has its response ended. */
  readonly stallMs: number;
  /** Called once when the response has ended. */
  readonly onEnd?: (cause: 'complete' | 'stalled') => void;
  /** Ends the response in order when aborted. `finalChunk` is sent before. */
  readonly closed?: AbortSignal;
  readonly finalChunk?: Uint8Array<ArrayBuffer>;
};

/**
 * Passes a body on while its reader may receive it, and ends it when the session ends or the role changes. Also ends
 * it when the reader takes no data for `stallMs`, which releases the resources of the body.
 */
export function guardResponseBody(
  body: ReadableStream<Uint8Array>,
  { mayContinue, ending, closeConnection, stallMs, onEnd, closed, finalChunk }: Guard,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let hasEnded = false;
  let unsentBytes: Uint8Array = new Uint8Array();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  let onClosed = () => {};
  const finish = (cause: 'complete' | 'stalled' = 'complete') => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    clearTimeout(stallTimer);
    closed?.removeEventListener('abort', onClosed);
    onEnd?.(cause);
  };
  const end = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    cause: 'complete' | 'stalled' = 'complete',
  ) => {
    if (hasEnded) return;
    finish(cause);
    reader.cancel().catch(() => undefined);
    if (ending === 'close') {
      controller.close();
      setTimeout(closeConnection, graceMs).unref();
    } else if (!closeConnection())
      controller.error(new Error('the reader may no longer receive this response'));
  };
  const watch = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(async () => {
      // An unreachable database ends no stream: the next check decides.
      const isAllowed = await mayContinue().catch(() => true);
      if (!isAllowed) end(controller);
      else if (!hasEnded) watch(controller);
    }, checkEveryMs);
    timer.unref();
  };
  /** Starts the stall timer, which stops when the reader takes the chunk. */
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stallTimer = setTimeout(() => end(controller, 'stalled'), stallMs);
    stallTimer.unref();
  };
  const sendChunk = (controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array) => {
    unsentBytes = chunk.subarray(maxChunkBytes);
    controller.enqueue(chunk.subarray(0, maxChunkBytes));
    awaitReader(controller);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        watch(controller);
        awaitReader(controller);
        onClosed = () => {
          if (!hasEnded && finalChunk !== undefined) controller.enqueue(finalChunk);
          end(controller);
        };
        if (closed?.aborted) onClosed();
        else closed?.addEventListener('abort', onClosed, { once: true });
      },
      async pull(controller) {
        clearTimeout(stallTimer);
        if (unsentBytes.byteLength > 0) return sendChunk(controller, unsentBytes);
        try {
          const { done, value } = await reader.read();
          if (hasEnded) return;
          if (!done) return sendChunk(controller, value);
          finish();
          controller.close();
        } catch (error) {
          finish();
          throw error;
        }
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
