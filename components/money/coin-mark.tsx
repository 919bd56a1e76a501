import type { ReactNode } from 'react';
import { codeWrapStyle } from '#components/ui/code-wrap-style.ts';
import { cx } from '#components/ui/cx.ts';
import { tMoney } from '#lib/messages/money.ts';

/*
 * Our own coin icons on a 16-px grid. They use the text colour, because only statuses have colours. A code without an
 * icon shows its first letter.
 */
const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const marks: Readonly<Record<string, ReactNode>> = {
  BTC: (
    <path
      {...stroke}
      d="M6 4.5v7M6 4.5h2.6a1.75 1.75 0 0 1 0 3.5H6m0 0h3a1.75 1.75 0 0 1 0 3.5H6M7.2 3.4v1.1m0 7v1.1M9 3.4v1.1m0 7v1.1"
    />
  ),
  BCH: (
    <path
      {...stroke}
      d="m5.6 5 1 6.8M5.6 5l2.6-.5a1.7 1.7 0 0 1 .6 3.4l-2.7.5m0 0 3-.5a1.75 1.75 0 0 1 .5 3.4l-3 .5M6.8 4.7l-.2-1.1m2 7.8.2 1.1"
    />
  ),
  ETH: <path {...stroke} d="m8 2.8 3.2 5.3L8 10 4.8 8.1 8 2.8Zm-3 7.1 3 3.3 3-3.3-3 1.7-3-1.7Z" />,
  BNB: (
    <path
      {...stroke}
      d="M8 6.3 9.7 8 8 9.7 6.3 8 8 6.3ZM5.4 5.6 8 3l2.6 2.6M5.4 10.4 8 13l2.6-2.6M3.4 7.4 2.8 8l.6.6m9.2-1.2.6.6-.6.6"
    />
  ),
  LINK: <path {...stroke} d="m8 3 4.2 2.5v5L8 13l-4.2-2.5v-5L8 3Zm0 3L6.3 7v2L8 10l1.7-1V7L8 6Z" />,
  LTC: <path {...stroke} d="M7.4 3.5 5.5 11.7h5.2M5 9l4.2-1.7" />,
  SOL: (
    <path
      {...stroke}
      d="M5.3 4.5h7L10.7 6h-7l1.6-1.5Zm-1.6 2.8h7l1.6 1.5h-7L3.7 7.3Zm1.6 2.8h7l-1.6 1.5h-7l1.6-1.5Z"
    />
  ),
  TRX: (
    <path
      {...stroke}
      d="m3.4 3.6 7.3 1.3 2 1.9-5.5 6.1L3.4 3.6Zm0 0 4.7 4m2.6-2.7L8.1 7.6m-.9 5.3.9-5.3 4.6-.8"
    />
  ),
  USDC: (
    <path
      {...stroke}
      d="M9.8 6.4c-.3-.7-1-1-1.8-1-1.1 0-1.9.5-1.9 1.3 0 1.9 3.8.7 3.8 2.6 0 .8-.8 1.3-1.9 1.3-.9 0-1.6-.4-1.9-1.1M8 4.3v1.1m0 5.2v1.1M5.4 3.3a5.3 5.3 0 0 0 0 9.4M10.6 3.3a5.3 5.3 0 0 1 0 9.4"
    />
  ),
  USDT: (
    <path
      {...stroke}
      d="M4.6 4h6.8v2H4.6zM8 6v6.5M3.6 8c0-.7 2-1.2 4.4-1.2s4.4.5 4.4 1.2-2 1.2-4.4 1.2S3.6 8.7 3.6 8Z"
    />
  ),
  XLM: (
    <path
      {...stroke}
      d="M2.8 10.3 13.2 5M2.8 12.1l2-1m6-3.1 2.4-1.2M12 8.7a4.3 4.3 0 0 1-6.7 2.9M4 7.3a4.3 4.3 0 0 1 6.7-2.9"
    />
  ),
  XRP: (
    <path
      {...stroke}
      d="m3.7 3.8 2.5 2.5a2.55 2.55 0 0 0 3.6 0l2.5-2.5m-8.6 8.4 2.5-2.5a2.55 2.55 0 0 1 3.6 0l2.5 2.5"
    />
  ),
};

function Mark({ code, square = false }: { code: string; square?: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 text-muted">
      {square ? (
        <rect
          x="0.5"
          y="0.5"
          width="15"
          height="15"
          rx="3.5"
          className="fill-sunken stroke-line dark:fill-raised"
        />
      ) : (
        <circle cx="8" cy="8" r="7.5" className="fill-sunken stroke-line dark:fill-raised" />
      )}
      {marks[code] ? (
        <g transform="translate(1.2 1.2) scale(0.85)">{marks[code]}</g>
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
    <span className={cx('inline-flex items-center gap-1.5 align-bottom', codeWrapStyle(coin, longestLine))}>
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
    <span
      className={cx('inline-flex items-center gap-1.5 align-bottom', codeWrapStyle(network, longestLine))}
    >
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
