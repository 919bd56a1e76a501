import type { Amount } from '#lib/values/amount.ts';
import { unreachable } from '#lib/values/errors.ts';
import { createAddress } from './addresses.ts';
import { isNetwork, requireChain } from './coins.ts';
import { applyRatio } from './money.ts';

/** Converts an amount to whole smallest units, as wallets of EVM networks expect. */
const units = (amount: Amount, scale: number): string =>
  applyRatio(amount, { over: 10n ** BigInt(scale), under: 1n }, 0);

/**
 * Returns the link in the QR code for a wallet app. Token contracts exist in the sandbox only, so that no real
 * wallet can send real tokens by mistake.
 */
export function paymentLink(
  coin: string,
  network: string,
  address: string,
  tag: string | null,
  amount: Amount,
): string {
  if (!isNetwork(network)) return address;
  const { scale } = requireChain(coin, network);
  const contract = () => createAddress(network, `contract:${coin}`);
  switch (network) {
    case 'BTC':
      return `bitcoin:${address}?amount=${amount}`;
    case 'LTC':
      return `litecoin:${address}?amount=${amount}`;
    case 'BCH':
      return `${address}?amount=${amount}`;
    case 'XRP':
      return `xrpl:${address}?amount=${amount}&dt=${tag ?? ''}`;
    case 'XLM':
      return `web+stellar:pay?destination=${address}&amount=${amount}&memo=${tag ?? ''}&memo_type=MEMO_ID`;
    case 'SOL':
      return `solana:${address}?amount=${amount}${coin === 'SOL' ? '' : `&spl-token=${contract()}`}`;
    case 'TRX':
      return `tron:${address}?amount=${amount}${coin === 'TRX' ? '' : `&token=${contract()}`}`;
    case 'ETH':
    case 'BSC': {
      const chain = network === 'ETH' ? 1 : 56;
      const native = (network === 'ETH' && coin === 'ETH') || (network === 'BSC' && coin === 'BNB');
      return native
        ? `ethereum:${address}@${chain}?value=${units(amount, scale)}`
        : `ethereum:${contract()}@${chain}/transfer?address=${address}&uint256=${units(amount, scale)}`;
    }
    default:
      return unreachable(network);
  }
}
