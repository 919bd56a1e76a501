const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns an external link that is safe to follow: https anywhere, http on loopback only. Returns null for anything
 * else, such as `javascript:` or an address with credentials.
 */
export function toSafeLink(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && loopback.has(url.hostname) ? url : null;
}

type Explorer = {
  readonly transaction: (hash: string) => string;
  readonly address: (address: string) => string;
};

const explorer = (origin: string, transaction: string, address: string): Explorer => ({
  transaction: (hash) => `${origin}/${transaction}/${encodeURIComponent(hash)}`,
  address: (value) => `${origin}/${address}/${encodeURIComponent(value)}`,
});

const explorers: Readonly<Record<string, Explorer>> = {
  BCH: explorer('https://blockchair.com/bitcoin-cash', 'transaction', 'address'),
  BTC: explorer('https://mempool.space', 'tx', 'address'),
  LTC: explorer('https://litecoinspace.org', 'tx', 'address'),
  XLM: explorer('https://stellar.expert/explorer/public', 'tx', 'account'),
  XRP: explorer('https://livenet.xrpl.org', 'transactions', 'accounts'),
  ETH: explorer('https://etherscan.io', 'tx', 'address'),
  BSC: explorer('https://bscscan.com', 'tx', 'address'),
  SOL: explorer('https://solscan.io', 'tx', 'account'),
  TRX: explorer('https://tronscan.org/#', 'transaction', 'address'),
};

/** Returns the public explorer page of a transaction. Null for unknown networks. */
export const findTransactionLink = (network: string, hash: string): string | null =>
  explorers[network]?.transaction(hash) ?? null;

/** Returns the public explorer page of an address. Null for unknown networks. */
export const findAddressLink = (network: string, address: string): string | null =>
  explorers[network]?.address(address) ?? null;
