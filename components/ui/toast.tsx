'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toast } from './toast-content.ts';
import { listReplacedToasts } from './toast-content.ts';

type ToastOptions = Pick<Toast, 'detail' | 'action' | 'cause'>;

const seconds = 6;
const fetchRegion = () => import('./toast-region.tsx');
const Region = lazy(() => fetchRegion().then((file) => ({ default: file.ToastRegion })));

// The region's code loads with the first toast.
let isNeeded = false;
const listeners = new Set<() => void>();

function show(content: Omit<Toast, 'at'>, timeout?: number): void {
  const toast = { ...content, at: Date.now() };
  isNeeded = true;
  for (const notify of listeners) notify();
  void fetchRegion().then(({ toastQueue }) => {
    for (const key of listReplacedToasts(toastQueue.visibleToasts, toast)) toastQueue.close(key);
    toastQueue.add(toast, timeout === undefined ? {} : { timeout });
  });
}

const durationMs = (more: ToastOptions) => (more.action ? 2 : 1) * seconds * 1000;

/**
 * Shows a short notice. `bad` stays until the person closes it. Form errors belong in the form.
 * A toast with an `action` ("Undo") stays longer.
 */
export const toast = {
  good: (title: string, more: ToastOptions = {}) => show({ title, tone: 'good', ...more }, durationMs(more)),
  neutral: (title: string, more: ToastOptions = {}) =>
    show({ title, tone: 'neutral', ...more }, durationMs(more)),
  bad: (title: string, more: ToastOptions = {}) => show({ title, tone: 'bad', ...more }),
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** Renders the toasts. Used once, in the providers of the root layout. */
export function Toasts() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
  return (
    isShown && (
      <Suspense>
        <Region />
      </Suspense>
    )
  );
}
