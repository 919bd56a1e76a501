/** An EVM address or hash. It is hexadecimal, and its letter case is only a checksum. */
const evmPattern = /^0x[0-9a-f]+$/i;

/** Returns the form in which two spellings of an address are equal: EVM in lower case, all others unchanged. */
export const normalizeAddress = (address: string): string =>
  evmPattern.test(address) ? address.toLowerCase() : address;

export const isSameAddress = (left: string, right: string): boolean =>
  normalizeAddress(left) === normalizeAddress(right);

/** §6.2: a withdrawal's destination carries the tag behind `?dt=`. */
export function splitTag(toTxAddress: string): { address: string; tag: string | null } {
  const at = toTxAddress.indexOf('?dt=');
  return at < 0
    ? { address: toTxAddress, tag: null }
    : { address: toTxAddress.slice(0, at), tag: toTxAddress.slice(at + 4) };
}

/** Parameter names of an address tag: XRP's, its older one, and XLM's. */
const tagNames = ['dt', 'to', 'memo'];

/** Splits a pasted address such as `rAddress?dt=12`, also with an amount. An empty tag counts as none. */
export function parseTypedAddress(text: string): { address: string; tag: string | null } {
  const [address = '', ...rest] = text.split('?');
  const parts = rest.flatMap((part) => part.split('&'));
  const tagParts = tagNames.flatMap((name) => parts.filter((part) => part.startsWith(`${name}=`)));
  const tags = tagParts.map((part) => part.slice(part.indexOf('=') + 1));
  return { address, tag: tags.find((tag) => tag !== '') ?? null };
}

const hex = /^(?:0x)?([0-9a-f]+)$/i;
/** A shorter prefix matches too much, and most matches are not part of a hash. */
const minimumDigits = 8;

const toDistinct = (...variants: readonly string[]): readonly string[] => [...new Set(variants)];
const parseHexDigits = (text: string): string | null => {
  const digits = hex.exec(text)?.[1];
  return digits !== undefined && digits.length >= minimumDigits ? digits : null;
};

/** The scheme with which all addresses of BCH begin. People often leave it out. */
export const bitcoinCashScheme = 'bitcoincash:';

/** A beginning of an address of BCH without its scheme: a letter for its kind, and characters of CashAddr. */
const cashAddress = /^[qpz][ac-hj-np-z02-9]{2,}$/i;

/** Returns the stored forms of an address that was typed with or without `0x`, or the scheme of BCH. */
export function listAddressVariants(text: string): readonly string[] {
  const digits = parseHexDigits(text);
  return toDistinct(
    normalizeAddress(text),
    ...(digits === null ? [] : [`0x${digits.toLowerCase()}`]),
    ...(cashAddress.test(text) ? [`${bitcoinCashScheme}${text.toLowerCase()}`] : []),
  );
}

/**
 * Returns the spellings of a hash that was typed with or without `0x`, in either case. Hashes are stored as reported.
 */
export function listHashVariants(text: string): readonly string[] {
  const digits = parseHexDigits(text);
  if (digits === null) return toDistinct(text, normalizeAddress(text));
  const [small, large] = [digits.toLowerCase(), digits.toUpperCase()];
  return toDistinct(text, `0x${small}`, small, large, `0x${large}`);
}

/** Returns the likely spellings of a merchant's reference that a customer quotes. */
export const listReferenceVariants = (text: string): readonly string[] =>
  toDistinct(text, text.toUpperCase(), text.toLowerCase());
