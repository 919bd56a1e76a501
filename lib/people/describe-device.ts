import 'server-only';
import { tPeople } from '#lib/messages/people.ts';
import { parseUserAgent } from './model-device.ts';

/** Names the browser of a session: "Chrome on Windows". It never repeats text of the user agent. */
export function describeDevice(userAgent: string | null): string {
  const { name, system } = parseUserAgent(userAgent);
  if (name === null) return system ?? tPeople('device.unknown');
  return system === null ? name : tPeople('device.named', { browser: name, system });
}
