import { describe, expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { createSettingStore } from '../storage/settings.ts';
import { openClock } from './clock.ts';

describe('the clock', () => {
  const settings = () => createSettingStore(openDatabase(':memory:'));

  test('runs at the configured speed, stops, and jumps ahead', () => {
    let real = 1_000_000;
    const clock = openClock(settings(), () => real);
    real += 1_000;
    expect(clock.now()).toBe(1_001_000);
    clock.setSpeed(60);
    real += 1_000;
    expect(clock.now()).toBe(1_061_000);
    clock.setSpeed(0);
    real += 5_000;
    expect(clock.now()).toBe(1_061_000);
    clock.advance(120);
    expect(clock.now()).toBe(1_181_000);
  });

  test('loses no time when it is saved each second', () => {
    let real = 1_000_000;
    const clock = openClock(settings(), () => real);
    for (let count = 0; count < 1_000; count += 1) {
      real += 1_000.5;
      clock.keep();
    }
    expect(clock.now()).toBe(2_000_500);
  });

  test('continues after a restart, at normal speed for the time in between', () => {
    let real = 1_000_000;
    const store = settings();
    const clock = openClock(store, () => real);
    clock.advance(3_600);
    clock.setSpeed(100);
    real += 60_000;
    const again = openClock(store, () => real);
    expect(again.now()).toBe(1_000_000 + 3_600_000 + 60_000);
    expect(again.speed()).toBe(100);
  });

  test.each([-1, Number.NaN, 2_000_000])('refuses a speed of %d', (speed) => {
    const clock = openClock(settings());
    expect(() => clock.setSpeed(speed)).toThrow(RangeError);
  });

  test('never runs backwards', () => {
    const clock = openClock(settings());
    expect(() => clock.advance(-1)).toThrow(RangeError);
  });
});
