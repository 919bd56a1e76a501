import { setTimeout as pause } from 'node:timers/promises';
import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';
import type { SeededRandom } from '../random.ts';
import type { SendingLog } from './log.ts';
import { post } from './post.ts';

/** A receiver of callbacks. */
export type Target = { readonly name: string; readonly address: string };

export type SendingLoad = {
  /** Sends this content too, this number of times, among the others. */
  readonly add: (content: Content, times?: number) => void;
  /** Stops new content and resends unacknowledged content. Resolves to the content that was never acknowledged. */
  readonly settle: (timeoutMs: number) => Promise<readonly Content[]>;
};

/** Maximum number of unacknowledged contents, above which new ones are held back. */
const mostWaiting = 150;
/** Share of requests that send new content although a repeat is due. */
const newShare = 0.25;

/**
 * Sends as the service does, only faster. Unacknowledged content is sent again, and so is some acknowledged
 * content, in no order. The next free sender takes the next content that is due.
 */
export function startLoad(options: {
  readonly chance: SeededRandom;
  readonly targets: () => readonly Target[];
  readonly next: () => readonly Content[];
  readonly log: SendingLog;
  readonly atOnce: number;
}): SendingLoad {
  const { chance, targets, next, log, atOnce } = options;
  const due: Content[] = [];
  const waiting = new Map<string, Content>();
  let later = 0;
  let isSettling = false;
  let isOver = false;

  const again = (content: Content, milliseconds: number): void => {
    later += 1;
    setTimeout(() => {
      later -= 1;
      due.push(content);
    }, milliseconds);
  };

  const add = (content: Content, times = 1): void => {
    waiting.set(toContentKey(content), content);
    for (let count = 0; count < times; count += 1) due.push(content);
  };

  const take = (): Content | null => {
    const isForNew = due.length === 0 || chance.happens(newShare);
    if (isForNew && !isSettling && waiting.size < mostWaiting)
      for (const content of next()) add(content, drawRepetitions(chance));
    if (due.length === 0) return null;
    const at = chance.between(0, due.length - 1);
    const [taken = null] = due.splice(at, 1);
    return taken;
  };

  const sendOnce = async (content: Content): Promise<void> => {
    const to = targets();
    if (to.length === 0) {
      await pause(20);
      due.push(content);
      return;
    }
    const { name, address } = chance.pick(to);
    log.recordSent(content, name);
    const { outcome, said } = await post(address, content);
    log.recordAnswer(content, name, outcome, said);
    const key = toContentKey(content);
    if (outcome === 'ok') waiting.delete(key);
    else if (waiting.has(key)) again(content, chance.between(40, 160));
    // A dead door fails at once. Retrying at that speed would prove nothing.
    if (outcome === 'failed') await pause(10);
  };

  const work = async (): Promise<void> => {
    while (!isOver) {
      const content = take();
      if (content !== null) await sendOnce(content);
      else if (isSettling && later === 0 && waiting.size === 0) return;
      else await pause(5);
    }
  };

  const workers = Array.from({ length: atOnce }, work);
  return {
    add,
    settle: async (timeLimitMs) => {
      isSettling = true;
      const timeout = setTimeout(() => {
        isOver = true;
      }, timeLimitMs);
      await Promise.all(workers);
      clearTimeout(timeout);
      return [...waiting.values()];
    },
  };
}

/** Most content is sent once, some a few times although it was acknowledged, and a little very often. */
function drawRepetitions(chance: SeededRandom): number {
  const lot = chance.nextShare();
  if (lot < 0.85) return 1;
  return lot < 0.99 ? chance.between(2, 5) : chance.between(10, 40);
}
