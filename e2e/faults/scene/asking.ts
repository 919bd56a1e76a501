import type { Creator } from '../parts/creator.ts';
import type { Chance } from '../random.ts';

const rhythmMs = 40;

/** Lets the creators create until it is stopped: now and then two of them ask for the same at once. */
export function askForPayments(creators: readonly Creator[], chance: Chance): () => void {
  const timer = setInterval(() => {
    for (const creator of creators) {
      const asked = creator.ask();
      if (asked !== null && chance.happens(0.1)) chance.pick(creators).ask(asked);
    }
  }, rhythmMs);
  return () => clearInterval(timer);
}
