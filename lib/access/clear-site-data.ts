import 'server-only';
import { isServedOverHttps } from './session-cookie.ts';

/**
 * Returns the header that clears cached pages and stored drafts on sign-out over https. It leaves cookies alone,
 * because deleting the device cookie would let attackers delay the next sign-in.
 */
export const clearSiteData = (): Readonly<Record<string, string>> =>
  isServedOverHttps() ? { 'clear-site-data': '"cache", "storage"' } : {};
