import 'server-only';
import { brand } from '#lib/values/brand.ts';
import type { Env } from './env-schema.ts';
import { readEnv } from './env-schema.ts';

let checked: Env | undefined;

/**
 * The checked environment. It is read at the first use of a variable, so that `next build` needs none.
 *
 * @throws {SettingsError} that names a wrong or missing variable.
 */
export const env: Env = new Proxy(brand<Env>({}), {
  get(_target, name) {
    checked ??= readEnv(process.env);
    return Reflect.get(checked, name);
  },
});
