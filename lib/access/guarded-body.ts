import 'server-only';

/** How often an open answer is checked. Ending it takes at most this, one check and one second: less than 10 s. */
const checkEveryMs = 4_000;
/** A stream that is closed in order has this long to be read to its end. */
const graceMs = 1_000;

type Guard = {
  /** Whether the person may still receive this answer. */
  readonly mayContinue: () => Promise<boolean>;
  /** `close` ends a stream whose reader comes back; `break` makes a file fail, because its end must not look complete. */
  readonly ending: 'close' | 'break';
  /** Closes the connection. False where it is unknown. */
  readonly closeConnection: () => boolean;
};

/**
 * Passes a body on until its reader may no longer have it: the session ended, the person was disabled or has another
 * role. Holds no chunk of its own, and ends also when the reader takes nothing.
 */
export function guardedBody(
  body: ReadableStream<Uint8Array>,
  { mayContinue, ending, closeConnection }: Guard,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isOver) return;
    finish();
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
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (!done) return controller.enqueue(value);
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
