import { expect, test } from 'vitest';
import { toAttemptKey } from './attempt-key.ts';

test.each([
  ['IPv4', '203.0.113.7', '203.0.113.7'],
  ['IPv4 with a port', '203.0.113.7:51234', '203.0.113.7'],
  ['IPv4 mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4 mapped, in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
  ['IPv4 mapped, written in full', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4 mapped, in brackets with a port', '[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['IPv6 in full', '2001:0db8:0000:0001:0000:0000:0000:0001', '2001:db8:0:1::/64'],
  ['IPv6 compressed', '2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['IPv6 compressed elsewhere', '2001:db8::1:0:0:0:9', '2001:db8:0:1::/64'],
  ['IPv6 in upper case with a port', '[2001:DB8:0:1::ffff]:443', '2001:db8:0:1::/64'],
  ['another host of that network', '2001:db8:0:1:dead:beef:0:1', '2001:db8:0:1::/64'],
  ['the next network', '2001:db8:0:2::1', '2001:db8:0:2::/64'],
  ['a link-local address with its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['loopback', '::1', '0:0:0:0::/64'],
  ['an IPv6 address that ends in IPv4', '64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['no address', 'unknown', 'unknown'],
  ['nothing', '', ''],
  ['too many groups', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
])('%s', (_name, address, key) => {
  expect(toAttemptKey(address)).toBe(key);
});
