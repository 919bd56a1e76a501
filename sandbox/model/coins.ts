import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { CryptoCurrency, Network } from '#lib/values/currencies.ts';
import { isCryptoCurrency, networks } from '#lib/values/currencies.ts';

/** A coin on one network. Amounts are in the coin. */
export type Chain = {
  readonly network: Network;
  /** Fraction digits of the coin on this network. */
  readonly scale: number;
  /** The network's fee for one transfer. */
  readonly fee: Amount;
  /** §2.8: the smallest deposit that is processed. */
  readonly minimum: Amount;
};

export type Coin = {
  readonly name: string;
  readonly chains: readonly Chain[];
  readonly withdrawable: boolean;
};

const chain = (network: Network, scale: number, fee: string, minimum: string): Chain => ({
  network,
  scale,
  fee: amount(fee),
  minimum: amount(minimum),
});

/**
 * The coins of §2.1 and §9. The interface names no network for BNB and TRX, and names SOL as a coin without its
 * network: BSC, TRX and SOL are assumptions. Ten coins can be withdrawn (§1), and the changelog shows which.
 */
export const coins: Readonly<Record<CryptoCurrency, Coin>> = {
  BTC: { name: 'Bitcoin', withdrawable: true, chains: [chain('BTC', 8, '0.00002140', '0.00010000')] },
  ETH: {
    name: 'Ether',
    withdrawable: true,
    chains: [
      chain('ETH', 18, '0.000412507181920441', '0.002'),
      chain('BSC', 18, '0.000018200000000001', '0.0005'),
    ],
  },
  USDT: {
    name: 'Tether USD',
    withdrawable: true,
    chains: [
      chain('TRX', 6, '1.20', '2'),
      chain('ETH', 6, '1.874201', '5'),
      chain('BSC', 18, '0.102000000000000007', '1'),
    ],
  },
  USDC: {
    name: 'USD Coin',
    withdrawable: true,
    chains: [
      chain('ETH', 6, '1.912044', '5'),
      chain('BSC', 18, '0.101000000000000003', '1'),
      chain('SOL', 6, '0.010500', '1'),
      chain('TRX', 6, '1.30', '2'),
    ],
  },
  BCH: { name: 'Bitcoin Cash', withdrawable: true, chains: [chain('BCH', 8, '0.00000450', '0.005')] },
  LTC: { name: 'Litecoin', withdrawable: true, chains: [chain('LTC', 8, '0.00003300', '0.02')] },
  XRP: { name: 'XRP', withdrawable: true, chains: [chain('XRP', 6, '0.000012', '1')] },
  XLM: { name: 'Stellar Lumen', withdrawable: true, chains: [chain('XLM', 7, '0.0000100', '5')] },
  LINK: { name: 'Chainlink', withdrawable: true, chains: [chain('ETH', 18, '0.071300000000000042', '0.3')] },
  SOL: { name: 'Solana', withdrawable: true, chains: [chain('SOL', 9, '0.000005000', '0.02')] },
  BNB: { name: 'BNB', withdrawable: false, chains: [chain('BSC', 18, '0.000063000000000009', '0.003')] },
  TRX: { name: 'Tron', withdrawable: false, chains: [chain('TRX', 6, '1.100000', '10')] },
};

export const isNetwork = (code: string): code is Network => networks.some((known) => known === code);

/** Finds the coin on that network, or null where the coin is not on it. */
export function findChain(coin: string, network: string): Chain | null {
  if (!isCryptoCurrency(coin)) return null;
  return coins[coin].chains.find((one) => one.network === network) ?? null;
}

/**
 * Like {@link findChain}, for a pair that has been checked.
 *
 * @throws where the coin is not on the network
 */
export function requireChain(coin: string, network: string): Chain {
  const found = findChain(coin, network);
  if (found === null) throw new Error(`${coin} is not on ${network}`);
  return found;
}

/** Coins that are converted 1:1 into their fiat currency (§9, 2025-01-25). */
export const backingCurrencies: Readonly<Record<string, string>> = { USDT: 'USD', USDC: 'USD' };
