import type { Random } from '../model/random.ts';
import { pickInteger } from '../model/random.ts';
import type { SimulatedDurations } from '../world.ts';

/** Seconds to the first confirmation, fastest and slowest, roughly as on the real networks. */
const confirmations: Readonly<Record<string, readonly [number, number]>> = {
  BTC: [300, 2_700],
  BCH: [240, 2_400],
  LTC: [90, 480],
  ETH: [12, 90],
  BSC: [3, 20],
  TRX: [3, 30],
  SOL: [1, 8],
  XRP: [4, 12],
  XLM: [5, 15],
};

/** Returns realistic durations for the simulated past, in which no person has to wait. */
export function createRealisticDurations(random: Random): SimulatedDurations {
  return {
    confirmation: (network) => pickInteger(random, ...(confirmations[network] ?? [10, 60])),
    review: () => pickInteger(random, 1_800, 40 * 3_600),
    refund: () => pickInteger(random, 1_200, 14 * 3_600),
    broadcast: () => pickInteger(random, 240, 960),
  };
}
