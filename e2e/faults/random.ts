import { createHash } from 'node:crypto';

/** Seeded random choices: the same seed makes the same choices in the same order. */
export type SeededRandom = {
  /** A number from 0 to below 1. */
  readonly nextShare: () => number;
  /** A whole number. Both bounds are included. */
  readonly between: (lowest: number, highest: number) => number;
  readonly happens: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly uuid: () => string;
  /** A separate generator, whose use does not change the choices of this one. */
  readonly fork: (name: string) => SeededRandom;
};

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

/** Mulberry32: small, fast, and sufficient for choosing disturbances. */
export function createRandom(seed: number | string): SeededRandom {
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
    nextShare: share,
    between,
    happens: (probability) => share() < probability,
    pick: (choices) => {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new RangeError('nothing to choose from');
      return choice;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    fork: (name) => createRandom(`${seed} ${name}`),
  };
}
