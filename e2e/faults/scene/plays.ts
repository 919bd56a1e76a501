import { setTimeout as pause } from 'node:timers/promises';
import type { Disturbance } from '../disturbances/catalogue.ts';
import { disturbances } from '../disturbances/catalogue.ts';
import type { Scene } from './scene.ts';

/** One thing after the other, with a random while between them. */
export const inTurn =
  (names: readonly Disturbance[], longestPauseMs = 250) =>
  async (scene: Scene): Promise<void> => {
    for (const name of names) {
      await pause(scene.chance.between(20, longestPauseMs));
      await disturbances[name](scene);
    }
    await pause(scene.chance.between(20, longestPauseMs));
  };

/** Anything, at any moment, for so long. */
export const atRandom =
  (names: readonly Disturbance[], milliseconds: number, longestPauseMs: number) =>
  async (scene: Scene): Promise<void> => {
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      await pause(scene.chance.between(50, longestPauseMs));
      await disturbances[scene.chance.pick(names)](scene);
    }
  };
