import { tControls } from '#lib/messages/controls.ts';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';
import { ExternalText } from './external-text.tsx';
import { replaceInvisible } from './invisible-characters.ts';
import { shorten } from './shorten.ts';
import { SpriteIcon } from './sprite-icon.tsx';

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
    <span className={cx('identifier', className)}>
      <span
        data-whole={value}
        aria-description={whole ? undefined : replaceInvisible(value)}
        {...(whole ? { className: 'text-balance break-all' } : {})}
      >
        {ExternalText(whole ? value : shorten(value, head, tail), value)}
      </span>
      <CopyButton text={value} label={tControls('copyNamed', { name })} className="on-hover" />
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={tControls('viewInExplorer', { name })}
          data-print="hidden"
          className="copy-button on-hover"
        >
          <SpriteIcon name="external-link" />
        </a>
      )}
    </span>
  );
}
