import 'server-only';
import { listProfileValues } from '#lib/values/assumptions/service-profile.ts';
import { brand } from '#lib/values/brand.ts';
import type { Env } from './env-schema.ts';
import { readEnv, SettingsError } from './env-schema.ts';
import { readProfileText } from './service-profile-file.ts';

/** Identifies the build of the web app. Next puts the value of next.config.mjs in its place. */
export const buildId: string = process.env.COUNTINGHOUSE_BUILD ?? 'development';

/** The threads of this process for hashes, files and name lookups. Node reads the variable at its start. */
export const threadPoolSize: number = Number(process.env.UV_THREADPOOL_SIZE) || 4;

let checked: Env | undefined;

/** Adds the service profile. Functions have no script that did so before. */
function readEnvironment(): Env {
  try {
    const values = listProfileValues(readProfileText(), process.env);
    return readEnv({ ...process.env, ...values });
  } catch (error) {
    if (error instanceof SettingsError || !(error instanceof Error)) throw error;
    throw new SettingsError([error.message]);
  }
}

/**
 * The checked environment. It is read at the first use of a variable, so that `next build` needs none.
 *
 * @throws {SettingsError} that names a wrong or missing variable.
 */
export const env: Env = new Proxy(brand<Env>({}), {
  get(_target, name) {
    checked ??= readEnvironment();
    return Reflect.get(checked, name);
  },
});
