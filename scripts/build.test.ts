import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBuildName } from './build.ts';

afterEach(() => vi.unstubAllEnvs());

const setKey = (key: string) => vi.stubEnv('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', key);

describe('the name of a build', () => {
  test('is the same for the same sources and key, as on both platforms of a release', () => {
    setKey('one');
    const name = createBuildName();
    expect(createBuildName()).toBe(name);
    setKey('two');
    expect(createBuildName()).not.toBe(name);
    vi.stubEnv('BUILD_STANDALONE', '1');
    setKey('one');
    expect(createBuildName()).not.toBe(name);
  });

  test('is another one each time without a key, because Next then draws one', () => {
    setKey('');
    expect(createBuildName()).not.toBe(createBuildName());
  });
});
