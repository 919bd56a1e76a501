'use client';

import { cx } from './cx.ts';
import { PressButton } from './press-button.tsx';
import { SpriteIcon } from './sprite-icon.tsx';
import { useCopy } from './use-copy.ts';

/** A small button beside a value that copies exactly `text`. */
export function CopyButton({
  text,
  label,
  className,
}: {
  text: string;
  /** The accessible name: "Copy payment ID". */
  label: string;
  className?: string;
}) {
  const { copied, copy } = useCopy(text);
  return (
    <PressButton aria-label={label} onPress={copy} className={cx('pressable copy-button', className)}>
      {copied ? <SpriteIcon name="check" className="text-good" /> : <SpriteIcon name="copy" />}
    </PressButton>
  );
}
