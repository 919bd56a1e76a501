import { createHash } from 'node:crypto';

/** Chance that a seed decides: the same seed, the same choices in the same order. */
export type Chance = {
  /** From 0, and below 1. */
  readonly share: () => number;
  /** A whole number, both ends included. */
  readonly between: (lowest: number, highest: number) => number;
  readonly happens: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly uuid: () => string;
  /** A chance of its own: what it is asked does not change what this one answers. */
  readonly apart: (name: string) => Chance;
};

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

/** Mulberry32: small, fast, and good enough to choose what breaks next. */
export function createRandom(seed: number | string): Chance {
  let state = hashed(String(seed));
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (lowest: number, highest: number) => lowest + Math.floor(share() * (highest - lowest + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');
  return {
    share,
    between,
    happens: (probability) => share() < probability,
    pick: (choices) => {
      const picked = choices[between(0, choices.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to choose from');
      return picked;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    apart: (name) => createRandom(`${seed} ${name}`),
  };
}
