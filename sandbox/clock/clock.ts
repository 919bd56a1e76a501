import type { SettingStore } from '../storage/settings.ts';

type Anchor = { readonly real: number; readonly sandbox: number; readonly speed: number };

const isAnchor = (value: unknown): value is Anchor =>
  typeof value === 'object' &&
  value !== null &&
  ['real', 'sandbox', 'speed'].every((name) =>
    Number.isFinite(Object.entries(value).find(([key]) => key === name)?.[1]),
  );

const fastest = 1_000_000;

export type Clock = ReturnType<typeof openClock>;

/**
 * Opens the sandbox's clock, in milliseconds. It can run faster, stop or jump ahead, but never goes back. It is
 * stored across restarts, and runs at normal speed at most while the sandbox is stopped.
 */
export function openClock(settings: SettingStore, real: () => number = Date.now) {
  const stored = settings.read('clock');
  let anchor: Anchor = { real: real(), sandbox: real(), speed: 1 };
  if (isAnchor(stored)) {
    const stoppedFor = Math.max(0, real() - stored.real);
    anchor = {
      real: real(),
      sandbox: stored.sandbox + stoppedFor * Math.min(stored.speed, 1),
      speed: stored.speed,
    };
  }
  const exactly = (at: number) => anchor.sandbox + Math.max(0, at - anchor.real) * anchor.speed;
  const now = () => Math.floor(exactly(real()));
  const keep = () => settings.write('clock', anchor);
  const restart = (change: Partial<Anchor>) => {
    const at = real();
    anchor = { real: at, sandbox: exactly(at), speed: anchor.speed, ...change };
    keep();
  };
  return {
    now,
    speed: () => anchor.speed,
    setSpeed(speed: number): void {
      if (!Number.isFinite(speed) || speed < 0 || speed > fastest)
        throw new RangeError(`speed should be from 0 (stopped) to ${fastest}`);
      restart({ speed });
    },
    advance(seconds: number): void {
      if (!Number.isFinite(seconds) || seconds < 0 || seconds > 366 * 86_400)
        throw new RangeError('advanceSeconds should be from 0 to 31622400 (a year)');
      restart({ sandbox: exactly(real()) + seconds * 1000 });
    },
    /** Stores the current time, so that the clock does not go back when the process is killed. */
    keep: () => restart({}),
  };
}
