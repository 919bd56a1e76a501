import 'server-only';

/** How often an open answer is checked. Ending it takes at most this, one check and one second: less than 10 s. */
const checkEveryMs = 4_000;
/** A stream that is closed in order has this long to be read to its end. */
const graceMs = 1_000;
/** Larger chunks are passed on in parts, so that a slow reader makes progress between them. */
const largestPart = 65_536;

type Guard = {
  /** Whether the person may still receive this answer. */
  readonly mayContinue: () => Promise<boolean>;
  /** `close` ends a stream whose reader comes back; `break` makes a file fail, because its end must not look complete. */
  readonly ending: 'close' | 'break';
  /** Closes the connection. False where it is unknown. */
  readonly closeConnection: () => boolean;
  /** A reader that takes nothing for so long has its answer ended. */
  readonly stallMs: number;
  /** Called once when the answer has ended, in whatever way. */
  readonly onEnd?: (cause: 'complete' | 'stalled') => void;
  /** Ends the answer in order once it is aborted; `lastWords` are sent before. */
  readonly closed?: AbortSignal;
  readonly lastWords?: Uint8Array<ArrayBuffer>;
};

/**
 * Passes a body on until its reader may no longer have it: the session ended, the person was disabled or has another
 * role. Ends also when the reader takes nothing for `stallMs`, so that what the body holds is released.
 */
export function guardedBody(
  body: ReadableStream<Uint8Array>,
  { mayContinue, ending, closeConnection, stallMs, onEnd, closed, lastWords }: Guard,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  let rest: Uint8Array = new Uint8Array();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  let onClosed = () => {};
  const finish = (cause: 'complete' | 'stalled' = 'complete') => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    clearTimeout(stallTimer);
    closed?.removeEventListener('abort', onClosed);
    onEnd?.(cause);
  };
  const end = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    cause: 'complete' | 'stalled' = 'complete',
  ) => {
    if (isOver) return;
    finish(cause);
    reader.cancel().catch(() => undefined);
    if (ending === 'close') {
      controller.close();
      setTimeout(closeConnection, graceMs).unref();
    } else if (!closeConnection())
      controller.error(new Error('the reader may not have this answer any more'));
  };
  const watch = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(async () => {
      // A database that is unreachable for a moment ends no stream, and sends nothing either.
      const may = await mayContinue().catch(() => true);
      if (!may) end(controller);
      else if (!isOver) watch(controller);
    }, checkEveryMs);
    timer.unref();
  };
  /** Runs until the reader takes what was passed on. */
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stallTimer = setTimeout(() => end(controller, 'stalled'), stallMs);
    stallTimer.unref();
  };
  const passOn = (controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array) => {
    rest = chunk.subarray(largestPart);
    controller.enqueue(chunk.subarray(0, largestPart));
    awaitReader(controller);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        watch(controller);
        awaitReader(controller);
        onClosed = () => {
          if (!isOver && lastWords !== undefined) controller.enqueue(lastWords);
          end(controller);
        };
        if (closed?.aborted) onClosed();
        else closed?.addEventListener('abort', onClosed, { once: true });
      },
      async pull(controller) {
        clearTimeout(stallTimer);
        if (rest.byteLength > 0) return passOn(controller, rest);
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (!done) return passOn(controller, value);
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
