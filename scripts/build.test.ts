import { afterEach, expect, test, vi } from 'vitest';
import { nameBuild } from './build.ts';

afterEach(() => vi.unstubAllEnvs());

test('a build has the same name and key for the same sources, as on both platforms of a release', () => {
  const first = nameBuild();
  expect(Buffer.from(first.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, 'base64')).toHaveLength(32);
  vi.stubEnv('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'another');
  expect(nameBuild()).toEqual(first);
  vi.stubEnv('BUILD_STANDALONE', '1');
  const other = nameBuild();
  expect(other.COUNTINGHOUSE_BUILD).not.toBe(first.COUNTINGHOUSE_BUILD);
  expect(other.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).toBe(first.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
});
