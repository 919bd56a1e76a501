import 'server-only';
import { brand } from '#lib/values/brand.ts';
import type { Env } from './env-schema.ts';
import { readEnv } from './env-schema.ts';

let checked: Env | undefined;

/**
 * The checked environment. It is read at the first use of any variable, so that `next build` needs none.
 * A wrong or missing value throws a SettingsError that names it.
 */
export const env: Env = new Proxy(brand<Env>({}), {
  get(_target, name) {
    checked ??= readEnv(process.env);
    return Reflect.get(checked, name);
  },
});
