'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { cx } from './cx.ts';
import { PressButton } from './press-button.tsx';
import { toast } from './toast.tsx';

function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void copyText(text).then((done) => {
      setCopied(done);
      if (done) announce('Copied');
      else
        toast.bad('Not copied', {
          detail: 'The browser did not allow it. Select the text and copy it yourself.',
        });
    });
  return { copied, copy };
}

/** Copies exactly `text`; says "Copied". Small and quiet, for beside a value. */
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

/** The same as a full button with words: "Copy link". */
export function CopyTextButton({
  text,
  children,
  variant = 'secondary',
  size = 'md',
}: {
  text: string;
  children: string;
  variant?: 'primary' | 'secondary' | 'quiet';
  size?: 'md' | 'sm';
}) {
  const { copied, copy } = useCopy(text);
  return (
    <Button
      variant={variant}
      size={size}
      onPress={copy}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      aria-label={children}
    >
      {copied ? 'Copied' : children}
    </Button>
  );
}
