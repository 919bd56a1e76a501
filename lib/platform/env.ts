import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { listProfileValues, serviceProfileFile } from '#lib/values/assumptions/service-profile.ts';
import { brand } from '#lib/values/brand.ts';
import type { Env } from './env-schema.ts';
import { readEnv, SettingsError } from './env-schema.ts';

/** Identifies the build of the web app. Next puts the value of next.config.mjs in its place. */
export const buildId: string = process.env.COUNTINGHOUSE_BUILD ?? 'development';

/** The threads of this process for hashes, files and name lookups. Node reads the variable at its start. */
export const threadPoolSize: number = Number(process.env.UV_THREADPOOL_SIZE) || 4;

let checked: Env | undefined;

/** Adds the service profile. Functions have no script that did so before. */
function readEnvironment(): Env {
  // next.config.mjs includes the file, so the bundler need not search the folder for it.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), serviceProfileFile);
  if (!fs.existsSync(file)) return readEnv(process.env);
  try {
    const values = listProfileValues(fs.readFileSync(file, 'utf8'), process.env);
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
