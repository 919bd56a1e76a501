import { ExternalLink } from 'lucide-react';
import { tControls } from '#lib/messages/controls.ts';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';
import { ExternalText } from './external-text.tsx';
import { replaceInvisible } from './invisible-characters.ts';
import { shorten } from './shorten.ts';

export type IdentifierProps = {
  /** The complete id, hash or address. */
  value: string;
  /** The noun of "Copy …": "payment ID", "transaction hash". */
  name: string;
  /** Shows the complete value on several lines, for the record's own page. */
  whole?: boolean;
  /** Address in a block explorer (lib/values/links), opened in a new tab. */
  href?: string | null | undefined;
  /** Number of characters shown at the start and at the end. */
  head?: number;
  tail?: number;
  className?: string;
};

/** An id, hash or address, shortened in the middle. One click copies the complete value. */
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
        aria-description={whole ? undefined : replaceInvisible(value)}
        className={cx('font-mono text-xs', whole ? 'text-balance break-all' : 'whitespace-nowrap')}
      >
        {ExternalText(whole ? value : shorten(value, head, tail), value)}
      </span>
      <CopyButton
        text={value}
        label={tControls('copyNamed', { name })}
        className="opacity-0 focus-visible:opacity-100 group-hover/id:opacity-100 pointer-coarse:opacity-100"
      />
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={tControls('viewInExplorer', { name })}
          data-print="hidden"
          className="-my-0.5 inline-flex size-5.5 shrink-0 items-center justify-center rounded-sm text-faint opacity-0 transition-colors hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover/id:opacity-100 pointer-coarse:opacity-100"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </span>
  );
}
