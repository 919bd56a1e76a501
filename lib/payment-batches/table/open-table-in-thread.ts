import 'server-only';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { tAccess } from '#lib/messages/access.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { brand } from '#lib/values/brand.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BatchSource, TableNote } from '../schema.ts';
import type { Table } from './read-table.ts';
import type { TableRow } from './read-workbook.ts';
import type { TableChoice, TableReply, TableRequest } from './table-messages.ts';

/** Limits of one file. The thread ends as soon as one is reached. */
const usualLimits = {
  /**
   * Milliseconds of reading, without the time in which the rows are stored. The largest files take seconds, and many
   * times as long on a busy machine.
   */
  readingMs: 120_000,
  /** Megabytes. The texts of the largest workbooks take 300. */
  memoryMb: 512,
};
type ThreadLimits = typeof usualLimits;

const hasCode = (failure: unknown, code: string): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === code;

/** A thread that reads one file. */
class TableThread {
  readonly #worker: Worker;
  /** Aborted when the client leaves, when the time is over, and when the thread has ended. */
  readonly #stopped = new AbortController();
  readonly #client: AbortSignal | undefined;
  #leftMs: number;

  constructor(client: AbortSignal | undefined, limits: ThreadLimits) {
    this.#client = client;
    this.#leftMs = limits.readingMs;
    // The bundler finds the file by this expression. Outside of a bundle it needs the condition of server code.
    this.#worker = new Worker(new URL('./table-thread.ts', import.meta.url), {
      execArgv: ['--conditions=react-server'],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    this.#worker.unref();
    this.#worker.once('exit', () => this.#stopped.abort());
    // An error between two questions is the answer to the next one. Without a listener it would end the process.
    this.#worker.on('error', (error) => this.#stopped.abort(error));
    if (client?.aborted) this.#stopped.abort();
    else client?.addEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#stopped.abort();

  /** @throws Problem 'invalid' if the file is refused or too large, 'unavailable' if the client has left. */
  async ask(request: TableRequest): Promise<Exclude<TableReply, { kind: 'refused' }>> {
    const begun = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#stop();
    }, this.#leftMs);
    try {
      // `once` rejects with an error of the thread.
      const answered = once(this.#worker, 'message', { signal: this.#stopped.signal });
      this.#worker.postMessage(request);
      const [message] = await answered;
      // Only our own thread sends here.
      const reply = brand<TableReply>(message);
      if (reply.kind === 'refused') throw new Problem('invalid', reply.message);
      return reply;
    } catch (failure) {
      if (this.#client?.aborted) throw new Problem('unavailable', tAccess('requestAborted'));
      const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';
      if (isLate || hasCode(failure, outOfMemory) || hasCode(this.#stopped.signal.reason, outOfMemory))
        throw new Problem('invalid', tBatchProblems('file.takesTooLong'));
      throw failure;
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - begun;
    }
  }

  end(): Promise<number> {
    this.#client?.removeEventListener('abort', this.#stop);
    return this.#worker.terminate();
  }
}

async function* readRows(thread: TableThread, notes: Set<TableNote>): AsyncGenerator<TableRow> {
  for (let isLast = false; !isLast; ) {
    const reply = await thread.ask({ kind: 'next' });
    if (reply.kind !== 'rows') throw new Error(`the thread answered ${reply.kind}`);
    yield* reply.rows;
    isLast = reply.notes !== null;
    for (const note of reply.notes ?? []) notes.add(note);
  }
}

/** A table whose thread runs until `end`. `openAgain` begins at its first row, and ends the reading before. */
type ThreadTable = Table & {
  readonly openAgain: () => Promise<Table>;
  readonly end: () => Promise<unknown>;
};

/**
 * Opens a file as `openTable` does, in a thread of its own, so that no file delays other requests. Reading fails at a
 * limit and when the client leaves (`signal`).
 *
 * @throws Problem 'invalid' and 'unavailable', also while rows are read
 */
export async function openTableInThread(
  bytes: Uint8Array,
  source: BatchSource,
  choice: TableChoice,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<ThreadTable> {
  const thread = new TableThread(signal, limits);
  const { encoding, separator } = choice;
  const open = async (): Promise<Table> => {
    const opened = await thread.ask({ kind: 'open', bytes, source, choice: { encoding, separator } });
    if (opened.kind !== 'opened') throw new Error(`the thread answered ${opened.kind}`);
    const notes = new Set<TableNote>();
    return { ...opened, rows: readRows(thread, notes), notes };
  };
  try {
    return { ...(await open()), openAgain: open, end: () => thread.end() };
  } catch (failure) {
    await thread.end();
    throw failure;
  }
}
