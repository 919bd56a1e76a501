/**
 * - `current`: no answer came from another build.
 * - `outdated`: the server runs another build than this page.
 * - `stale`: the same, and this page shows older data that it can't render again.
 * - `refused`: the server doesn't have an action of this page, so nothing was sent.
 */
export type VersionState = 'current' | 'outdated' | 'stale' | 'refused';

let state: VersionState = 'current';
let pageBuild: string | null = null;
const listeners = new Set<() => void>();

function enter(next: VersionState): void {
  state = next;
  for (const notify of listeners) notify();
}

/** Sets the build that rendered this page. */
export function setPageBuild(build: string): void {
  pageBuild ??= build;
}

/** Compares the build that answered with the build of this page. */
export function checkServerBuild(build: string | null): void {
  if (state === 'current' && build !== null && pageBuild !== null && build !== pageBuild) enter('outdated');
}

/** Records that the page of another build shows older data, because rendering it again would replace the whole page. */
export function recordStalePage(): void {
  if (state === 'outdated') enter('stale');
}

/** Records that the server doesn't have an action of this page. Each refusal notifies the subscribers. */
export const recordRefusedAction = (): void => enter('refused');

export const readVersionState = (): VersionState => state;

/** Calls `listener` after each change, until the returned function is called. */
export function subscribeToVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
