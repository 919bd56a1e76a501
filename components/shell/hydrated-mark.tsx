'use client';

import { useEffect } from 'react';

/** Marks the page as hydrated, for programs that control a browser. */
export function HydratedMark() {
  useEffect(() => {
    document.documentElement.dataset['awake'] = 'yes';
  }, []);
  return null;
}
