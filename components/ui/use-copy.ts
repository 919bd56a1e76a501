'use client';

import { useEffect, useState } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';
import { toast } from './toast.tsx';

/** Returns a function that copies `text` and whether that just happened. Announces success, shows failure. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void copyText(text).then((isCopied) => {
      setCopied(isCopied);
      if (isCopied) announce(tControls('copied'));
      else toast.bad(tControls('copyFailed.title'), { detail: tControls('copyFailed.detail') });
    });
  return { copied, copy };
}
