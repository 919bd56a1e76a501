import { pickInteger } from '../model/random.ts';
import type { Faults } from './faults.ts';

/** Returns when the copies of a callback are first sent, in seconds from now. An empty list means never. */
export function planCallback(faults: Faults): number[] {
  if (faults.hits('drop') !== null) return [];
  const copies = 1 + Math.floor(faults.hits('duplicate') ?? 0);
  const late = faults.hits('delay') ?? 0;
  return Array.from({ length: copies }, () => {
    const within = faults.hits('reorder');
    return late + (within === null ? 0 : pickInteger(faults.random(), 0, within * 1000) / 1000);
  });
}
