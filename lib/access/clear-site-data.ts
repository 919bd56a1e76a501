import 'server-only';
import { isSecure } from './session-cookie.ts';

/**
 * The header with which a sign-out over https makes the browser forget cached pages and stored drafts. Without
 * "cookies": that would delete the cookie of the known device too, which keeps strangers from delaying its sign-in.
 */
export const clearSiteData = (): Readonly<Record<string, string>> =>
  isSecure() ? { 'clear-site-data': '"cache", "storage"' } : {};
