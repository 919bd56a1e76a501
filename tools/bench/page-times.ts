import { setTimeout as pause } from 'node:timers/promises';

/** Times to load a whole page. */
export type PageTimes = { readonly pages: number; readonly p50: number | null; readonly most: number | null };

// Rare enough to leave the processor to the measured load.
const betweenMs = 500;

/** Opens a page repeatedly, as a person would under that load. `end` returns the times. */
export function openPages(address: string): { readonly end: () => Promise<PageTimes> } {
  const took: number[] = [];
  const failed: unknown[] = [];
  let isOver = false;
  const opening = (async () => {
    while (!isOver) {
      const begun = performance.now();
      try {
        const answer = await fetch(address);
        await answer.text();
        if (!answer.ok) failed.push(answer.status);
        took.push(Math.round(performance.now() - begun));
      } catch (error) {
        failed.push(error);
      }
      await pause(betweenMs);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await opening;
      if (failed.length > 0) throw new Error(`${failed.length} pages did not come`, { cause: failed[0] });
      const sorted = took.toSorted((left, right) => left - right);
      return {
        pages: sorted.length,
        p50: sorted[Math.floor(sorted.length / 2)] ?? null,
        most: sorted.at(-1) ?? null,
      };
    },
  };
}
