import { afterAll, vi } from 'vitest';

/** Runs before each file of units. Files share a process, so the next one gets its clock and its globals back. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
