import type { Content } from '../contents/content.ts';
import type { Decider } from '../parts/decider.ts';
import type { Chance } from '../random.ts';
import type { SendingLog } from '../sending/log.ts';

const rhythmMs = 30;

/**
 * Lets the owners decide on what waits in quarantine until it is stopped: each content once as it comes, some at once by
 * two, and some again, whether they were released or rejected.
 */
export function decideOnHeld(deciders: readonly Decider[], log: SendingLog, chance: Chance): () => void {
  let next = 0;
  const act = () => (chance.happens(0.75) ? 'release' : 'reject');
  const choose = (held: readonly Content[]): Content | undefined => {
    const isNew = next < held.length && chance.happens(0.8);
    if (!isNew) return held.length === 0 || chance.happens(0.6) ? undefined : chance.pick(held);
    next += 1;
    return held[next - 1];
  };
  const timer = setInterval(() => {
    const content = deciders.length === 0 ? undefined : choose(log.held());
    if (content === undefined) return;
    chance.pick(deciders).decide(content, act());
    if (chance.happens(0.2)) chance.pick(deciders).decide(content, act());
  }, rhythmMs);
  return () => clearInterval(timer);
}
