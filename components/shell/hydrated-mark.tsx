'use client';

import { useEffect } from 'react';

/** Says on the page itself that it can answer by now: a program that presses buttons has no other way to know. */
export function HydratedMark() {
  useEffect(() => {
    document.documentElement.dataset['awake'] = 'yes';
  }, []);
  return null;
}
