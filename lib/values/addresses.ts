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

/** The names under which an address's tag is handed on: XRP's, its older one, and XLM's. */
const tagNames = ['dt', 'to', 'memo'];

/** An address as somebody pasted it, `rAddress?dt=12` or with an amount beside. An empty tag is none. */
export function typedAddress(typed: string): { address: string; tag: string | null } {
  const [address = '', ...rest] = typed.split('?');
  const parts = rest.flatMap((one) => one.split('&'));
  const named = tagNames.flatMap((name) => parts.filter((part) => part.startsWith(`${name}=`)));
  const tags = named.map((part) => part.slice(part.indexOf('=') + 1));
  return { address, tag: tags.find((tag) => tag !== '') ?? null };
}

const hex = /^(?:0x)?([0-9a-f]+)$/i;
/** With fewer digits very much begins, and most of them are no part of a hash. */
const fewestDigits = 8;

const each = (...forms: readonly string[]): readonly string[] => [...new Set(forms)];
const digitsOf = (typed: string): string | null => {
  const digits = hex.exec(typed)?.[1];
  return digits !== undefined && digits.length >= fewestDigits ? digits : null;
};

/** The keys under which an address may stand that was typed with or without `0x`. */
export function addressForms(typed: string): readonly string[] {
  const digits = digitsOf(typed);
  return each(addressKey(typed), ...(digits === null ? [] : [`0x${digits.toLowerCase()}`]));
}

/** How a transaction may be written that was typed with or without `0x`, in capitals or not: kept is what was told. */
export function hashForms(typed: string): readonly string[] {
  const digits = digitsOf(typed);
  if (digits === null) return each(typed, addressKey(typed));
  const [small, large] = [digits.toLowerCase(), digits.toUpperCase()];
  return each(typed, `0x${small}`, small, large, `0x${large}`);
}

/** How the merchant may have written a reference that a customer quotes. */
export const referenceForms = (typed: string): readonly string[] =>
  each(typed, typed.toUpperCase(), typed.toLowerCase());
