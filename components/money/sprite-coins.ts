/** Coins that `public/icons.svg` draws. */
export const spriteCoins = [
  'BTC',
  'BCH',
  'ETH',
  'BNB',
  'LINK',
  'LTC',
  'SOL',
  'TRX',
  'USDC',
  'USDT',
  'XLM',
  'XRP',
] as const;
