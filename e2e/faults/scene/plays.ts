import { setTimeout as pause } from 'node:timers/promises';
import type { Disturbance } from '../disturbances/catalogue.ts';
import { disturbances } from '../disturbances/catalogue.ts';
import type { Scene } from './scene.ts';

/** Applies the disturbances in this order, with random pauses between them. */
export const runInSequence =
  (names: readonly Disturbance[], longestPauseMs = 250) =>
  async (scene: Scene): Promise<void> => {
    for (const name of names) {
      await pause(scene.random.between(20, longestPauseMs));
      await disturbances[name](scene);
    }
    await pause(scene.random.between(20, longestPauseMs));
  };

/** Applies random disturbances for this time. */
export const runAtRandom =
  (names: readonly Disturbance[], milliseconds: number, longestPauseMs: number) =>
  async (scene: Scene): Promise<void> => {
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      await pause(scene.random.between(50, longestPauseMs));
      await disturbances[scene.random.pick(names)](scene);
    }
  };
