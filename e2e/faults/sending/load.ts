import { setTimeout as pause } from 'node:timers/promises';
import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';
import type { Chance } from '../random.ts';
import type { SendingLog } from './log.ts';
import { post } from './post.ts';

/** Somewhere callbacks can be sent. */
export type Target = { readonly name: string; readonly address: string };

export type Load = {
  /** Sends this too, so many times in all, among everything else. */
  readonly add: (content: Content, times?: number) => void;
  /** Nothing new any more; what was not acknowledged is sent until it is. Resolves to what never was. */
  readonly settle: (patienceMs: number) => Promise<readonly Content[]>;
};

/** How many contents may wait for their acknowledgement before new ones are held back. */
const mostWaiting = 150;
/** How often something new is taken though something old is due. */
const newShare = 0.25;

/**
 * Sends as the service does, only faster: what is not acknowledged comes again, and some of what is comes again all
 * the same, in no order. The next sender takes whatever is due.
 */
export function startLoad(given: {
  readonly chance: Chance;
  readonly targets: () => readonly Target[];
  readonly next: () => readonly Content[];
  readonly log: SendingLog;
  readonly atOnce: number;
}): Load {
  const { chance, targets, next, log, atOnce } = given;
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
      for (const content of next()) add(content, timesOf(chance));
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
    log.sent(content, name);
    const { outcome, said } = await post(address, content);
    log.came(content, name, outcome, said);
    const key = toContentKey(content);
    if (outcome === 'ok') waiting.delete(key);
    else if (waiting.has(key)) again(content, chance.between(40, 160));
    // A door that is away answers at once; asking it as fast as that proves nothing.
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
    settle: async (patienceMs) => {
      isSettling = true;
      const patience = setTimeout(() => {
        isOver = true;
      }, patienceMs);
      await Promise.all(workers);
      clearTimeout(patience);
      return [...waiting.values()];
    },
  };
}

/** Most things are sent once; some come a few times, though all is well, and a few very often. */
function timesOf(chance: Chance): number {
  const lot = chance.share();
  if (lot < 0.85) return 1;
  return lot < 0.99 ? chance.between(2, 5) : chance.between(10, 40);
}
