import { codeWrapStyle } from '#components/ui/code-wrap-style.ts';
import { cx } from '#components/ui/cx.ts';
import { tMoney } from '#lib/messages/money.ts';
import { spriteCoins } from './sprite-coins.ts';

/** Coins with an icon in the sprite. It uses the text colour, because only statuses have colours. */
const drawnCoins: ReadonlySet<string> = new Set(spriteCoins);

/** A coin's icon. A code without one shows its first letter. */
function Mark({ code, square = false }: { code: string; square?: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={square ? 'coin-mark square' : 'coin-mark'}>
      {drawnCoins.has(code) ? (
        <use href={`/icons.svg#coin-${code}`} />
      ) : (
        <text x="8" y="11.2" textAnchor="middle" fontSize="9" fontWeight="600" fill="currentColor">
          {code.slice(0, 1)}
        </text>
      )}
    </svg>
  );
}

/** Longer codes wrap. */
const longestLine = 12;

/** A coin's round icon and its code. */
export function CoinMark({ coin }: { coin: string }) {
  return (
    <span className={cx('marked', codeWrapStyle(coin, longestLine))}>
      <Mark code={coin} />
      {coin}
    </span>
  );
}

/** Returns the native coin of a network: BNB for BSC. */
const chainCoin = (network: string): string => (network === 'BSC' ? 'BNB' : network);

/** A network's square icon and its code. */
export function NetworkMark({ network }: { network: string }) {
  return (
    <span className={cx('marked', codeWrapStyle(network, longestLine))}>
      <Mark code={chainCoin(network)} square />
      {network}
    </span>
  );
}

/** A deposit's asset and network: "USDT on TRX". */
export function CoinOnNetwork({ coin, network }: { coin: string; network: string | null | undefined }) {
  return (
    <span className={codeWrapStyle(`${coin}${network ?? ''}`, longestLine)}>
      <CoinMark coin={coin} />
      {network && <span className="text-muted"> {tMoney('onNetwork', { network })}</span>}
    </span>
  );
}
