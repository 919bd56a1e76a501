import type { Creator } from '../parts/creator.ts';
import type { SeededRandom } from '../random.ts';

const intervalMs = 40;

/** Has the creators create payments until it is stopped. Sometimes two of them request the same payment at once. */
export function keepCreatingPayments(creators: readonly Creator[], chance: SeededRandom): () => void {
  const timer = setInterval(() => {
    for (const creator of creators) {
      const request = creator.requestPayment();
      if (request !== null && chance.happens(0.1)) chance.pick(creators).requestPayment(request);
    }
  }, intervalMs);
  return () => clearInterval(timer);
}
