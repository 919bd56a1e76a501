'use client';

import { Check, Copy } from 'lucide-react';
import { cx } from './cx.ts';
import { PressButton } from './press-button.tsx';
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
    <PressButton
      aria-label={label}
      onPress={copy}
      className={cx(
        'pressable -my-0.5 inline-flex size-5.5 shrink-0 items-center justify-center rounded-sm text-faint transition-colors hover:bg-hover hover:text-ink [&_svg]:size-3.5',
        className,
      )}
    >
      {copied ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
    </PressButton>
  );
}
