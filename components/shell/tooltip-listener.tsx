'use client';

import { useEffect, useRef, useState } from 'react';

const delay = 350;

type Tip = { readonly text: string; readonly middle: number; readonly top: number; readonly bottom: number };

/**
 * Shows every `title` of the page as our own tooltip, faster than the browser and also on a tap. One listener serves all
 * elements. The attribute is removed while its tooltip is visible. `tap` is a tap from before this code loaded.
 */
export function TooltipListener({ tap }: { tap: PointerEvent | null }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let element: HTMLElement | null = null;
    let titleText = '';
    let timer: ReturnType<typeof setTimeout> | undefined;

    const hide = () => {
      clearTimeout(timer);
      if (element && titleText !== '' && !element.hasAttribute('title')) element.title = titleText;
      element = null;
      titleText = '';
      setTip(null);
    };
    const show = (target: HTMLElement) => {
      titleText = target.title;
      if (titleText === '' || !target.isConnected) return;
      target.removeAttribute('title');
      const { left, width, top, bottom } = target.getBoundingClientRect();
      setTip({ text: titleText, middle: left + width / 2, top, bottom });
    };
    const titled = (event: Event): HTMLElement | null =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[title]:not(iframe)') : null;

    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (element && event.target instanceof Node && element.contains(event.target)) return;
      hide();
      const target = titled(event);
      if (!target) return;
      element = target;
      timer = setTimeout(() => show(target), delay);
    };
    const onUp = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      hide();
      const target = titled(event);
      if (!target || target.closest('a, button')) return;
      element = target;
      show(target);
    };
    if (tap) onUp(tap);
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', hide);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', hide);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [tap]);
  return tip && <TipBox key={`${tip.middle} ${tip.top}`} tip={tip} />;
}

/** A tooltip above its element, or below where there is no room. It stays inside the window. */
function TipBox({ tip }: { tip: Tip }) {
  const box = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(
      Math.max(8, tip.middle - width / 2),
      document.documentElement.clientWidth - width - 8,
    );
    const above = tip.top - height - 6;
    element.style.left = `${Math.round(left)}px`;
    element.style.top = `${Math.round(above < 8 ? tip.bottom + 6 : above)}px`;
    element.style.visibility = 'visible';
  }, [tip]);
  return (
    <div
      ref={box}
      aria-hidden
      style={{ visibility: 'hidden', left: 0, top: 0 }}
      className="pointer-events-none fixed z-60 w-max max-w-80 animate-appear break-words rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-float"
    >
      {tip.text}
    </div>
  );
}
