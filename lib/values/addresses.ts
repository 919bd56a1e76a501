/** An EVM address or hash: hexadecimal, its letters' case is only a checksum. */
const evm = /^0x[0-9a-f]+$/i;

/** The form under which two spellings of one address are equal: EVM without regard to case, all others exactly. */
export const addressKey = (address: string): string => (evm.test(address) ? address.toLowerCase() : address);

export const sameAddress = (left: string, right: string): boolean => addressKey(left) === addressKey(right);

/** §6.2: a withdrawal's destination carries the tag behind `?dt=`. */
export function splitTag(toTxAddress: string): { address: string; tag: string | null } {
  const at = toTxAddress.indexOf('?dt=');
  return at < 0
    ? { address: toTxAddress, tag: null }
    : { address: toTxAddress.slice(0, at), tag: toTxAddress.slice(at + 4) };
}
