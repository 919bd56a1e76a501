import { createHash, randomUUID } from 'node:crypto';

/** A source of random choices: real randomness in the running sandbox, a seed in history and tests. */
export type Random = {
  /** Returns a number from 0 to below 1. */
  readonly next: () => number;
  readonly uuid: () => string;
};

export const systemRandom: Random = { next: Math.random, uuid: randomUUID };

/** Returns the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  let count = 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const uuid = () => {
    count += 1;
    const hex = createHash('md5').update(`${seed}:${count}`).digest('hex');
    const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return { next, uuid };
}

/** Returns a whole number from `low` to `high`, both included. */
export const pickInteger = (random: Random, low: number, high: number): number =>
  low + Math.floor(random.next() * (high - low + 1));

export const isChosen = (random: Random, share: number): boolean => random.next() < share;

/** Chooses an entry of a list that is not empty. */
export function pickRandom<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random.next() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Chooses an entry with a probability proportional to its weight. */
export function chooseWeighted<T>(
  random: Random,
  choices: readonly (readonly [weight: number, value: T])[],
): T {
  const whole = choices.reduce((total, [weight]) => total + weight, 0);
  let left = random.next() * whole;
  for (const [weight, value] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  return pickRandom(random, choices)[1];
}
