'use client';

import { useEffect, useState } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { announce } from './announce.ts';
import { toast } from './toast.tsx';

/**
 * Copies text to the clipboard and returns whether that worked. The clipboard API needs https or localhost; elsewhere
 * the deprecated copy command is used.
 */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

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
