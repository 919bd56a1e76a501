'use client';

import { tControls } from '#lib/messages/controls.ts';
import { Button } from './button.tsx';
import { SpriteIcon } from './sprite-icon.tsx';
import { useCopy } from './use-copy.ts';

/** A button with a label, such as "Copy link", that copies exactly `text`. */
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
      icon={copied ? <SpriteIcon name="check" /> : <SpriteIcon name="copy" />}
      aria-label={children}
    >
      {copied ? tControls('copied') : children}
    </Button>
  );
}
