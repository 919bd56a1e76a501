'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toast } from './toast-content.ts';

type More = Pick<Toast, 'detail' | 'action'>;

const seconds = 6;
const fetchRegion = () => import('./toast-region.tsx');
const Region = lazy(() => fetchRegion().then((file) => ({ default: file.ToastRegion })));

// The region's code is fetched for the first toast.
let isWanted = false;
const waiting = new Set<() => void>();

function show(toast: Toast, timeout?: number): void {
  isWanted = true;
  for (const tell of waiting) tell();
  void fetchRegion().then(({ queue }) => queue.add(toast, timeout === undefined ? {} : { timeout }));
}

const lasting = (more: More) => (more.action ? 2 : 1) * seconds * 1000;

/**
 * Says in passing that something happened. `bad` stays until it is closed; an error of a form belongs in the form.
 * An `action` ("Undo") keeps it for longer.
 */
export const toast = {
  good: (title: string, more: More = {}) => show({ title, tone: 'good', ...more }, lasting(more)),
  neutral: (title: string, more: More = {}) => show({ title, tone: 'neutral', ...more }, lasting(more)),
  bad: (title: string, more: More = {}) => show({ title, tone: 'bad', ...more }),
};

const subscribe = (tell: () => void) => {
  waiting.add(tell);
  return () => void waiting.delete(tell);
};

/** Where toasts appear; once, in the root layout's providers. */
export function Toasts() {
  const wanted = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  return (
    wanted && (
      <Suspense>
        <Region />
      </Suspense>
    )
  );
}
