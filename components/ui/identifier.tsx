import { ExternalLink } from 'lucide-react';
import { ExternalText } from './as-told.tsx';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';
import { shorten } from './shorten.ts';
import { inSight } from './unseen.ts';

export type IdentifierProps = {
  /** The id, hash or address, whole. */
  value: string;
  /** What it is, in the sentence "Copy …": "payment ID", "transaction hash". */
  name: string;
  /** Shows everything and wraps, for the object's own page. */
  whole?: boolean;
  /** Where it can be seen in public (lib/values/links); opens beside ours. */
  href?: string | null | undefined;
  /** Characters kept at each end. */
  head?: number;
  tail?: number;
  className?: string;
};

/** An id, hash or address in the mono face: shortened in the middle, copied whole with one click. */
export function Identifier({
  value,
  name,
  whole = false,
  href,
  head = 8,
  tail = 4,
  className,
}: IdentifierProps) {
  return (
    <span
      className={cx('group/id inline-flex min-w-0 align-middle max-w-full items-center gap-0.5', className)}
    >
      <span
        data-whole={value}
        title={whole ? undefined : inSight(value)}
        className={cx('font-mono text-xs', whole ? 'text-balance break-all' : 'whitespace-nowrap')}
      >
        {ExternalText(whole ? value : shorten(value, head, tail), value)}
      </span>
      <CopyButton
        text={value}
        label={`Copy ${name}`}
        className="opacity-0 focus-visible:opacity-100 group-hover/id:opacity-100 pointer-coarse:opacity-100"
      />
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`See ${name} in a block explorer`}
          className="-my-0.5 inline-flex size-5.5 shrink-0 items-center justify-center rounded-sm text-faint opacity-0 transition-colors hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover/id:opacity-100 pointer-coarse:opacity-100"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </span>
  );
}
