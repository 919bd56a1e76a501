import 'server-only';
import { BlockList, isIP } from 'node:net';
import { env } from '#lib/platform/env.ts';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

let known: BlockList | undefined;

function sources(entries: readonly string[]): BlockList {
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  known = list;
  return list;
}

/** Whether callbacks may come from there: from anywhere, unless SERVICE_CALLBACK_SOURCES names where they come from. */
export function isAllowedSource(address: string): boolean {
  const entries = env.SERVICE_CALLBACK_SOURCES;
  if (entries === undefined) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && sources(entries).check(plain, familyOf(plain));
}
