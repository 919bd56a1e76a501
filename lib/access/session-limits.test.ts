import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

async function readLimits(profile: string | null) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limits-'));
  if (profile !== null) fs.writeFileSync(path.join(folder, 'service-profile.json'), profile);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  vi.resetModules();
  const { recentAuthenticationMs, sessionIdleTimeoutMs, maxSessionMs } = await import('./session-limits.ts');
  try {
    return [recentAuthenticationMs(), sessionIdleTimeoutMs(), maxSessionMs()];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test('a session lasts as long as the service profile of the folder says', async () => {
  const profile = '{"limits": {"sessionIdleMinutes": 10, "sessionHours": 8}}';
  expect(await readLimits(profile)).toEqual([900_000, 600_000, 28_800_000]);
});

test('without a service profile it lasts 30 minutes without activity and 12 hours in total', async () => {
  expect(await readLimits(null)).toEqual([900_000, 1_800_000, 43_200_000]);
});

test('a wrong service profile fails where it is used, not where it is imported', async () => {
  await expect(readLimits('{"limits": {"sessionHours": 13}}')).rejects.toThrow('from 1 to 12');
});
