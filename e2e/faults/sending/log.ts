import { createWriteStream } from 'node:fs';
import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';

/**
 * The result of a request.
 *
 * - `ok`: 200.
 *
 * - `kept`: 400, which acknowledges bytes that are not JSON the first time.
 *
 * - `failed`: 503, or it could not be sent.
 *
 * - `unknown`: it was sent, but there was no answer.
 *
 * - `wrong`: an answer that a known sender must never get.
 */
export type Outcome = 'ok' | 'kept' | 'failed' | 'unknown' | 'wrong';

/** The requests of one content, counted by result. */
export type ContentCounts = { readonly content: Content; readonly sent: number } & Readonly<
  Record<Outcome, number>
>;

export type SendingLog = {
  readonly recordSent: (content: Content, door: string) => void;
  readonly recordAnswer: (content: Content, door: string, outcome: Outcome, details: string) => void;
  readonly contentCounts: () => readonly ContentCounts[];
  readonly totals: () => Readonly<Record<Outcome | 'sent' | 'contents' | 'acknowledged', number>>;
  /** Acknowledged content in quarantine, in the order of acknowledgement. */
  readonly listQuarantined: () => readonly Content[];
  /** The first few wrong answers. */
  readonly listWrongAnswers: () => readonly string[];
  /** Time (performance.now) of the last acknowledgement. */
  readonly lastAcknowledgedAt: () => number;
  readonly close: () => Promise<void>;
};

type Counts = { content: Content; sent: number } & Record<Outcome, number>;

/** Records every request. With a file, each line is written before its request is sent. */
export function sendingLog(file: string | null): SendingLog {
  const counts = new Map<string, Counts>();
  const wrongs: string[] = [];
  const held: Content[] = [];
  const lines = file === null ? null : createWriteStream(file, { flags: 'a' });
  let lastAcknowledgedAt = Number.NEGATIVE_INFINITY;
  const note = (content: Content, door: string, event: string, details = '') =>
    lines?.write(
      `${JSON.stringify({ at: Date.now(), event, door, key: toContentKey(content), said: details })}\n`,
    );
  const countContent = (content: Content): Counts => {
    const key = toContentKey(content);
    const known = counts.get(key);
    if (known !== undefined) return known;
    const fresh = { content, sent: 0, ok: 0, kept: 0, failed: 0, unknown: 0, wrong: 0 };
    counts.set(key, fresh);
    return fresh;
  };
  return {
    recordSent: (content, door) => {
      countContent(content).sent += 1;
      note(content, door, 'sent');
    },
    recordAnswer: (content, door, outcome, detail) => {
      const counted = countContent(content);
      counted[outcome] += 1;
      if (outcome === 'ok' || outcome === 'kept') {
        lastAcknowledgedAt = performance.now();
        const isHeld = content.expectedVerdict === 'doubtful' || content.expectedVerdict === 'releasable';
        if (isHeld && counted.ok + counted.kept === 1) held.push(content);
      }
      if (outcome === 'wrong' && wrongs.length < 10) wrongs.push(`${door}: ${detail} (${content.kind})`);
      note(content, door, outcome, detail);
    },
    contentCounts: () => [...counts.values()],
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
    listQuarantined: () => held,
    listWrongAnswers: () => wrongs,
    lastAcknowledgedAt: () => lastAcknowledgedAt,
    close: () => new Promise((closed) => (lines === null ? closed() : lines.end(() => closed()))),
  };
}
