import type { Content } from '../contents/content.ts';
import type { Decider } from '../parts/decider.ts';
import type { SeededRandom } from '../random.ts';
import type { SendingLog } from '../sending/log.ts';

const intervalMs = 30;

/**
 * Has the owners decide on quarantined callbacks until it is stopped. Each content is decided once as it arrives.
 * Some are decided by two at once, and some again after a release or rejection.
 */
export function keepDecidingCallbacks(
  deciders: readonly Decider[],
  log: SendingLog,
  chance: SeededRandom,
): () => void {
  let next = 0;
  const act = () => (chance.happens(0.75) ? 'release' : 'reject');
  const choose = (held: readonly Content[]): Content | undefined => {
    const isNew = next < held.length && chance.happens(0.8);
    if (!isNew) return held.length === 0 || chance.happens(0.6) ? undefined : chance.pick(held);
    next += 1;
    return held[next - 1];
  };
  const timer = setInterval(() => {
    const content = deciders.length === 0 ? undefined : choose(log.listQuarantined());
    if (content === undefined) return;
    chance.pick(deciders).decide(content, act());
    if (chance.happens(0.2)) chance.pick(deciders).decide(content, act());
  }, intervalMs);
  return () => clearInterval(timer);
}
