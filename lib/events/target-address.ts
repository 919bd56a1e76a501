import 'server-only';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import { env } from '#lib/platform/env.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';

/** Networks of IPv4 that aren't on the public internet (IANA's special-purpose registry), among them those of metadata services. */
const closedNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Networks inside 2000::/3 that aren't plain public addresses: documentation, and tunnels that contain an IPv4 address. */
const closedNetworks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, prefix] of closedNetworks) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedNetworks6) closed.addSubnet(network, prefix, 'ipv6');
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns true for an address on the public internet. Of IPv6 only global unicast is: that leaves out loopback, link-local,
 * unique-local, multicast, and IPv4 addresses in any spelling of IPv6.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Returns true if the product works against its sandbox, where programs on the same machine may receive events. */
const allowsLoopback = (): boolean =>
  env.SANDBOX_BASE_URL !== undefined && env.SERVICE_BASE_URL === env.SANDBOX_BASE_URL;

/** Returns true for the address of an endpoint that can be stored. Where its name leads is checked at each delivery. */
export function isEndpointUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (isLoopbackHost(url.hostname))
    return allowsLoopback() && (url.protocol === 'http:' || url.protocol === 'https:');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}

/** An address to connect to. */
export type Target = { readonly address: string; readonly family: number };

/** Answers a request for the addresses of a name with those that were checked. */
export const toLookup =
  (targets: readonly Target[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = targets;
    if (options.all === true) callback(null, [...targets]);
    else callback(null, first?.address ?? '', first?.family);
  };

const loopback: readonly Target[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks the name servers without the system's resolver, whose few threads a slow name server would hold, so that all other names
 * of the process wait.
 */
async function resolveName(host: string, signal: AbortSignal): Promise<readonly Target[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const [addresses4, addresses6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [
    ...addresses4.map((address) => ({ address, family: 4 })),
    ...addresses6.map((address) => ({ address, family: 6 })),
  ];
}

/**
 * Resolves the host of an endpoint once. Returns none if it has no address, or any that isn't on the public internet: a name
 * with both would otherwise reach the closed one by chance.
 */
export async function resolveTargets(url: URL, signal: AbortSignal): Promise<readonly Target[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackHost(url.hostname) && allowsLoopback())
    return loopback.filter(({ address }) => host === 'localhost' || host === address);
  if (url.protocol !== 'https:') return [];
  const found = isIP(host) === 0 ? await resolveName(host, signal) : [{ address: host, family: isIP(host) }];
  return found.every(({ address }) => isPublicAddress(address)) ? found : [];
}
