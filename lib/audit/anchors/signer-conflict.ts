import 'server-only';
import { readAnchorSettings } from './settings.ts';
import { findLatestAnchor } from './store.ts';

/**
 * Returns true if the last anchor was signed with a key that this process doesn't have. False without a key of its own,
 * which the alarm of the anchors reports.
 */
export async function isSignedWithOtherKey(settings = readAnchorSettings()): Promise<boolean> {
  if (settings.keys.length === 0) return false;
  const latest = await findLatestAnchor();
  return latest !== null && !settings.keys.some(({ id }) => id === latest.keyId);
}
