import 'server-only';
import { BlockList, isIP } from 'node:net';
import { env } from '#lib/platform/env.ts';

const readFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

let cachedList: BlockList | undefined;

function createBlockList(entries: readonly string[]): BlockList {
  if (cachedList !== undefined) return cachedList;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, readFamily(address));
    else list.addSubnet(address, Number(bits), readFamily(address));
  }
  cachedList = list;
  return list;
}

/** Returns true if callbacks may come from this IP address. All may, unless SERVICE_CALLBACK_SOURCES is set. */
export function isAllowedSource(address: string): boolean {
  const entries = env.SERVICE_CALLBACK_SOURCES;
  if (entries === undefined) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && createBlockList(entries).check(plain, readFamily(plain));
}
