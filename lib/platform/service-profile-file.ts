import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { PersonLimits } from '#lib/values/assumptions/person-limits.ts';
import { parseServiceProfile, serviceProfileFile } from '#lib/values/assumptions/service-profile.ts';

/** Returns the text of the service profile, of an empty one if there is none. */
export function readProfileText(): string {
  // next.config.mjs includes the file, so the bundler need not search the folder for it.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), serviceProfileFile);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{}';
}

let limits: PersonLimits | undefined;

/** Returns the limits of one person in this installation. The start has checked them before. */
export function personLimits(): PersonLimits {
  limits ??= parseServiceProfile(readProfileText()).limits;
  return limits;
}
