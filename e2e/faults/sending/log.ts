import { createWriteStream } from 'node:fs';
import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';

/**
 * What came of a request. `ok`: 200. `kept`: 400, by which bytes that are no JSON are acknowledged the first time.
 * `failed`: 503, or it never got through. `unknown`: it was sent and no answer came. `wrong`: an answer that no
 * callback of a known sender may get.
 */
export type Outcome = 'ok' | 'kept' | 'failed' | 'unknown' | 'wrong';

/** What was sent of one content, and what came of it. */
export type Tally = { readonly content: Content; readonly sent: number } & Readonly<Record<Outcome, number>>;

export type SendingLog = {
  readonly sent: (content: Content, door: string) => void;
  readonly came: (content: Content, door: string, outcome: Outcome, said: string) => void;
  readonly tallies: () => readonly Tally[];
  readonly totals: () => Readonly<Record<Outcome | 'sent' | 'contents' | 'acknowledged', number>>;
  /** What was acknowledged and waits for a person, in the order in which it was. */
  readonly held: () => readonly Content[];
  /** The first few answers that should never have been given. */
  readonly wrongs: () => readonly string[];
  /** When (performance.now) something was last acknowledged. */
  readonly lastAcknowledgedAt: () => number;
  readonly close: () => Promise<void>;
};

type Counts = { content: Content; sent: number } & Record<Outcome, number>;

/** Remembers every request; with a file, every line of it is there as well, before the request goes out. */
export function sendingLog(file: string | null): SendingLog {
  const counts = new Map<string, Counts>();
  const wrongs: string[] = [];
  const held: Content[] = [];
  const lines = file === null ? null : createWriteStream(file, { flags: 'a' });
  let lastAcknowledgedAt = Number.NEGATIVE_INFINITY;
  const note = (content: Content, door: string, event: string, said = '') =>
    lines?.write(`${JSON.stringify({ at: Date.now(), event, door, key: toContentKey(content), said })}\n`);
  const countsOf = (content: Content): Counts => {
    const key = toContentKey(content);
    const known = counts.get(key);
    if (known !== undefined) return known;
    const fresh = { content, sent: 0, ok: 0, kept: 0, failed: 0, unknown: 0, wrong: 0 };
    counts.set(key, fresh);
    return fresh;
  };
  return {
    sent: (content, door) => {
      countsOf(content).sent += 1;
      note(content, door, 'sent');
    },
    came: (content, door, outcome, said) => {
      const counted = countsOf(content);
      counted[outcome] += 1;
      if (outcome === 'ok' || outcome === 'kept') {
        lastAcknowledgedAt = performance.now();
        const isHeld = content.fate === 'doubtful' || content.fate === 'releasable';
        if (isHeld && counted.ok + counted.kept === 1) held.push(content);
      }
      if (outcome === 'wrong' && wrongs.length < 10) wrongs.push(`${door}: ${said} (${content.kind})`);
      note(content, door, outcome, said);
    },
    tallies: () => [...counts.values()],
    totals: () => {
      const total = {
        contents: counts.size,
        acknowledged: 0,
        sent: 0,
        ok: 0,
        kept: 0,
        failed: 0,
        unknown: 0,
        wrong: 0,
      };
      for (const one of counts.values()) {
        for (const name of ['sent', 'ok', 'kept', 'failed', 'unknown', 'wrong'] as const)
          total[name] += one[name];
        if (one.ok + one.kept > 0) total.acknowledged += 1;
      }
      return total;
    },
    held: () => held,
    wrongs: () => wrongs,
    lastAcknowledgedAt: () => lastAcknowledgedAt,
    close: () => new Promise((closed) => (lines === null ? closed() : lines.end(() => closed()))),
  };
}
