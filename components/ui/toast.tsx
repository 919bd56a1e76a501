'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { Button } from './button.tsx';
import { buttonStyle } from './button-style.ts';

type Toast = {
  readonly title: string;
  readonly tone: 'good' | 'neutral' | 'bad';
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};
type More = Pick<Toast, 'detail' | 'action'>;

const queue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });
const seconds = 6;

/**
 * Says in passing that something happened. `bad` stays until it is closed; an error of a form belongs in the form.
 * An `action` ("Undo") keeps it for longer.
 */
export const toast = {
  good: (title: string, more: More = {}) =>
    queue.add({ title, tone: 'good', ...more }, { timeout: (more.action ? 2 : 1) * seconds * 1000 }),
  neutral: (title: string, more: More = {}) =>
    queue.add({ title, tone: 'neutral', ...more }, { timeout: (more.action ? 2 : 1) * seconds * 1000 }),
  bad: (title: string, more: More = {}) => queue.add({ title, tone: 'bad', ...more }),
};

const icons: Record<Toast['tone'], ReactNode> = {
  good: <CircleCheck aria-hidden className="size-4 text-good" />,
  neutral: <Info aria-hidden className="size-4 text-muted" />,
  bad: <CircleAlert aria-hidden className="size-4 text-bad" />,
};

/** Where toasts appear; once, in the root layout's providers. */
export function Toasts() {
  return (
    <ToastRegion
      queue={queue}
      aria-label="Notifications"
      className="fixed right-4 bottom-18 z-60 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none md:bottom-4"
    >
      {({ toast: shown }) => (
        <AriaToast
          toast={shown}
          className="flex animate-rise items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 shadow-float"
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
                queue.close(shown.key);
              }}
            >
              {shown.content.action.label}
            </Button>
          )}
          <AriaButton slot="close" aria-label="Close" className={buttonStyle('quiet', 'sm', true)}>
            <X aria-hidden />
          </AriaButton>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
