'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_ToastRegion as AriaRegion,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast';
import { tControls } from '#lib/messages/controls.ts';
import { AriaFrame } from './aria-frame.tsx';
import { Button } from './button.tsx';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import type { Toast } from './toast-content.ts';
import { listToastsClosedByNavigation } from './toast-content.ts';
import type { Control, ToastPlace } from './toast-place.ts';
import { chooseToastPlace } from './toast-place.ts';

/** The queue of visible toasts. */
export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

const icons: Record<Toast['tone'], ReactNode> = {
  good: <CircleCheck aria-hidden className="size-4 text-good" />,
  neutral: <Info aria-hidden className="size-4 text-muted" />,
  bad: <CircleAlert aria-hidden className="size-4 text-bad" />,
};

/** Returns the visible buttons, links and fields outside the toasts and the navigation. */
const listControls = (): readonly Control[] =>
  [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .filter((control) => control.closest('[data-toasts], nav[aria-label]') === null)
    .map((control) => ({ box: control.getBoundingClientRect(), control }))
    .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < window.innerHeight)
    .map(({ box: { left, right, top, bottom }, control }) => ({
      left,
      right,
      top,
      bottom,
      isPrimary: control.closest('[data-primary]') !== null,
    }));

const placeStyle: Readonly<Record<ToastPlace, string>> = {
  'bottom-end': 'md:top-auto md:bottom-4',
  'bottom-center': 'md:top-auto md:end-auto md:bottom-4 md:left-1/2 md:-translate-x-1/2',
  'bottom-start': 'md:start-60 md:end-auto md:top-auto md:bottom-4',
  'top-end': '',
};

/** Milliseconds until toasts look again for controls below them, because pages scroll and open panels. */
const lookMs = 300;

/** The gap between toasts and the edge of the window, twice. */
const margins = 32;

/** Shows the toasts. They cover no button where there is room, and those of an earlier page close. */
export function ToastRegion() {
  const path = usePathname();
  const [place, setPlace] = useState<ToastPlace>('bottom-end');
  const lastPath = useRef(path);
  useEffect(() => {
    // The region is loaded with the first toast, which belongs to the page that is open then.
    if (lastPath.current === path) return;
    lastPath.current = path;
    for (const key of listToastsClosedByNavigation(toastQueue.visibleToasts, Date.now()))
      toastQueue.close(key);
  }, [path]);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const choose = () => {
      if (toastQueue.visibleToasts.length === 0) return;
      const height = (region.current?.offsetHeight ?? 0) + margins;
      setPlace((current) =>
        chooseToastPlace({ width: window.innerWidth, height: window.innerHeight }, listControls(), {
          current,
          height,
        }),
      );
    };
    choose();
    const unsubscribe = toastQueue.subscribe(choose);
    const looking = setInterval(choose, lookMs);
    return () => {
      unsubscribe();
      clearInterval(looking);
    };
  }, []);
  return (
    <AriaFrame>
      <AriaRegion
        ref={region}
        queue={toastQueue}
        aria-label={tControls('notifications')}
        data-print="hidden"
        data-toasts
        // On a phone the buttons are at the bottom, so toasts appear at the top.
        className={cx(
          'fixed top-14 end-4 z-60 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none',
          placeStyle[place],
        )}
      >
        {({ toast: shown }) => (
          <AriaToast
            toast={shown}
            className="flex animate-rise items-start gap-2.5 rounded-lg border border-line bg-raised py-2 ps-3 pe-2 shadow-float"
          >
            <span className="mt-1.5">{icons[shown.content.tone]}</span>
            <ToastContent className="flex min-w-0 flex-1 flex-col py-1">
              <Text slot="title" className="font-medium text-sm">
                {shown.content.title}
              </Text>
              {shown.content.detail && (
                <Text slot="description" className="text-muted text-xs">
                  {shown.content.detail}
                </Text>
              )}
            </ToastContent>
            {shown.content.action && (
              <Button
                size="sm"
                onPress={() => {
                  shown.content.action?.onPress();
                  toastQueue.close(shown.key);
                }}
              >
                {shown.content.action.label}
              </Button>
            )}
            <AriaButton
              slot="close"
              aria-label={tControls('close')}
              className={buttonStyle('quiet', 'sm', true)}
            >
              <X aria-hidden />
            </AriaButton>
          </AriaToast>
        )}
      </AriaRegion>
    </AriaFrame>
  );
}
