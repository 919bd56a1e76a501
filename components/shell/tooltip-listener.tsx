'use client';

import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

const delayMs = 350;
const described = '[aria-description], [data-tooltip]';

type Shown = { readonly ref: RefObject<HTMLElement>; readonly text: string; readonly key: number };

const findDescribed = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(described) : null;

/** A link without a text of its own shows that of its content, such as an amount. */
const findFocused = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element && target.matches(':focus-visible')
    ? (findDescribed(target) ?? target.querySelector<HTMLElement>(described))
    : null;

/**
 * Shows the `aria-description` or `data-tooltip` of the element under the pointer, with keyboard focus, or tapped. One
 * tooltip serves all elements of a page. `first` is the event that loaded this code.
 */
export function TooltipListener({ first }: { first: Event }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let hovered: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The element that shows its tooltip because it has the focus. */
    let focused: HTMLElement | null = null;
    let count = 0;
    const hide = () => {
      clearTimeout(timer);
      hovered = null;
      focused = null;
      setShown(null);
    };
    const show = (element: HTMLElement) => {
      const text = element.getAttribute('aria-description') ?? element.dataset['tooltip'] ?? '';
      if (text === '' || !element.isConnected) return;
      count += 1;
      setShown({ ref: { current: element }, text, key: count });
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (hovered && event.target instanceof Node && hovered.contains(event.target)) return;
      hide();
      const element = findDescribed(event.target);
      if (!element) return;
      hovered = element;
      timer = setTimeout(() => show(element), delayMs);
    };
    const onUp = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      hide();
      const element = findDescribed(event.target);
      if (element && !element.closest('a, button')) show(element);
    };
    const onFocus = (target: EventTarget | null) => {
      const element = findFocused(target);
      if (!element) return;
      hide();
      focused = element;
      show(element);
    };
    // Moving the focus may scroll to the element, so its tooltip is back after the scroll.
    const onScroll = () => {
      const before = focused;
      hide();
      focused = before;
      if (before) timer = setTimeout(() => show(before), delayMs);
    };
    if (first instanceof PointerEvent && first.type === 'pointerup') onUp(first);
    else if (first instanceof KeyboardEvent) onFocus(document.activeElement);
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerover', onOver, { signal });
    document.addEventListener('pointerup', onUp, { signal });
    document.addEventListener('focusin', (event) => onFocus(event.target), { signal });
    // A tap moves the focus after it has shown its own tooltip.
    document.addEventListener('focusout', () => focused && hide(), { signal });
    for (const kind of ['pointerdown', 'keydown'] as const) document.addEventListener(kind, hide, { signal });
    document.addEventListener('scroll', onScroll, { capture: true, passive: true, signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [first]);
  if (!shown) return null;
  return (
    <TooltipTrigger key={shown.key} isOpen onOpenChange={(isOpen) => !isOpen && setShown(null)}>
      <Tooltip
        triggerRef={shown.ref}
        // Inside a landmark, where screen readers look for content.
        UNSTABLE_portalContainer={document.querySelector('main') ?? document.body}
        offset={6}
        containerPadding={8}
        className="pointer-events-none w-max max-w-80 animate-appear break-words rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-float"
      >
        {shown.text}
      </Tooltip>
    </TooltipTrigger>
  );
}
