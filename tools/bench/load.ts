import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { Connection } from './connection.ts';
import type { PreparedRequest } from './requests.ts';
import { createRequests } from './requests.ts';

/**
 * Sends requests from its own process, so that this work takes no time from the servers. Receives its job and
 * returns the result by message.
 */

const job = z.object({
  port: z.number(),
  path: z.string(),
  kind: z.enum(['get', 'new', 'repeats']),
  connections: z.number(),
  warmUpSeconds: z.number(),
  seconds: z.number(),
  /** Requests per second, independent of answers. Null: each connection sends the next after an answer. */
  rate: z.number().nullable(),
});

type Job = z.infer<typeof job>;

/** A request that finds no free connection within this time is never sent. */
const longestUnsentMs = 2_000;

/**
 * Node accepts one new connection in each turn of its event loop, so a busy process needs seconds for thousands.
 * The sender therefore opens its connections before the measurement.
 */
const acceptMs = 1_000;

class LoadGenerator {
  readonly #job: Job;
  readonly #make: () => PreparedRequest;
  readonly #free: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly statuses: Record<string, number> = {};
  readonly accepted: string[] = [];
  readonly acceptedMs: number[] = [];
  readonly refusedMs: number[] = [];
  sent = 0;
  unsent = 0;
  isMeasuring = false;

  constructor(options: Job) {
    this.#job = options;
    this.#make = createRequests(options.kind, options.path);
    this.#all = Array.from({ length: options.connections }, () => new Connection(options.port));
    this.#free = [...this.#all];
  }

  /** `due` is when the request should have been sent, so the wait for a connection counts as response time. */
  async #send(connection: Connection, due: number): Promise<void> {
    const { bytes, depositId } = this.#make();
    const begun = performance.now();
    this.sent += 1;
    const status = await connection.ask(bytes);
    const ended = performance.now();
    if (status === 200 && depositId !== null) this.accepted.push(depositId);
    if (!this.isMeasuring) return;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === 503) this.refusedMs.push(ended - begun);
    else this.acceptedMs.push(ended - due);
  }

  async closedLoop(until: number): Promise<void> {
    await Promise.all(
      this.#all.map(async (connection) => {
        while (performance.now() < until) await this.#send(connection, performance.now());
      }),
    );
  }

  async openLoop(until: number, rate: number): Promise<void> {
    const due: number[] = [];
    const begun = performance.now();
    let made = 0;
    const underWay = new Set<Promise<void>>();
    const serve = () => {
      const now = performance.now();
      while (due[0] !== undefined && now - due[0] > longestUnsentMs) {
        due.shift();
        this.unsent += 1;
      }
      for (let at = due[0]; at !== undefined; at = due[0]) {
        const connection = this.#free.pop();
        if (connection === undefined) return;
        due.shift();
        const sending = this.#send(connection, at).then(() => {
          this.#free.push(connection);
          underWay.delete(sending);
          serve();
        });
        underWay.add(sending);
      }
    };
    while (performance.now() < until) {
      const target = ((performance.now() - begun) / 1_000) * rate;
      for (; made < target; made += 1) due.push(begun + (made / rate) * 1_000);
      serve();
      await pause(1);
    }
    this.unsent += due.length;
    due.length = 0;
    await Promise.race([Promise.all(underWay), pause(5_000)]);
  }

  async run(): Promise<{ seconds: number; answered: number }> {
    await Promise.all(this.#all.map((connection) => connection.opened()));
    await pause(acceptMs);
    const begun = performance.now();
    const measured = begun + this.#job.warmUpSeconds * 1_000;
    const until = measured + this.#job.seconds * 1_000;
    let answered = 0;
    const start = setTimeout(() => {
      this.isMeasuring = true;
    }, this.#job.warmUpSeconds * 1_000);
    const end = setTimeout(() => {
      this.isMeasuring = false;
      answered = this.statuses['200'] ?? 0;
      for (const [status, count] of Object.entries(this.statuses)) if (status !== '200') answered += count;
    }, until - begun);
    if (this.#job.rate === null) await this.closedLoop(until);
    else await this.openLoop(until, this.#job.rate);
    clearTimeout(start);
    clearTimeout(end);
    for (const connection of this.#all) connection.close();
    return { seconds: this.#job.seconds, answered };
  }
}

const quantile = (values: readonly number[], part: number): number | null => {
  const sorted = values.toSorted((left, right) => left - right);
  const at = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return at === undefined ? null : Math.round(at * 10) / 10;
};

process.once('message', async (message) => {
  const load = new LoadGenerator(job.parse(message));
  const cpuBefore = process.cpuUsage();
  const { seconds } = await load.run();
  const { user, system } = process.cpuUsage(cpuBefore);
  process.send?.(
    {
      seconds,
      sent: load.sent,
      unsent: load.unsent,
      statuses: load.statuses,
      p50: quantile(load.acceptedMs, 0.5),
      p99: quantile(load.acceptedMs, 0.99),
      refusedP50: quantile(load.refusedMs, 0.5),
      refusedMost: quantile(load.refusedMs, 1),
      cpuSeconds: (user + system) / 1e6,
      accepted: load.accepted,
    },
    () => process.disconnect(),
  );
});
