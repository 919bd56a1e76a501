import 'server-only';
import { isIPv4, isIPv6 } from 'node:net';

/** Returns the 32 bits of an IPv4 address as two groups of an IPv6 address. */
function splitIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
}

/** Returns the eight groups of a valid IPv6 address, without leading zeros. */
function splitIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string): string[] =>
    part
      .split(':')
      .flatMap((group) => (group.includes('.') ? splitIpv4(group) : group === '' ? [] : [group]));
  const [left, right] = [read(head), read(tail ?? '')];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/** Removes brackets, a port and a zone id. */
function stripAddress(text: string): string {
  const inBrackets = /^\[([^\]]*)\]/.exec(text)?.[1] ?? text;
  const withoutZone = inBrackets.split('%')[0] ?? '';
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(withoutZone)?.[1];
  return withPort ?? withoutZone;
}

/**
 * Returns the key under which attempts from an address are counted. IPv4 addresses count alone, also when they are
 * mapped into IPv6. IPv6 addresses count by their /64, which belongs to one subscriber. Other text is its own key.
 */
export function toAttemptKey(address: string): string {
  const bare = stripAddress(address.trim().toLowerCase());
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return bare;
  const groups = splitIpv6(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [Math.floor(group / 256), group % 256])
    .join('.');
}
