'use client';

import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies exactly `text`, by a full button with words: "Copy link". */
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
