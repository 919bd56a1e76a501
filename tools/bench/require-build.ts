import { build, isBuilt } from '#scripts/build.ts';

/** Builds the web app if its sources have changed, and says so: it can take minutes on a busy machine. */
export async function requireBuild(): Promise<void> {
  if (isBuilt()) return;
  console.error('building the web app');
  await build({ shown: 'kept back' });
}
