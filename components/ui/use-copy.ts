'use client';

import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';
import { toast } from './toast.tsx';

/** Copies exactly `text`, and whether that was done a moment ago. Says so, and what to do where it failed. */
export function useCopy(text: string) {
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
