'use client';

import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * Disables the fields and buttons inside until React has hydrated them, because an earlier entry or press would be lost.
 * For parts whose code loads after the page. The fields look as they do afterwards.
 */
export function HydratedFields({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <fieldset
      disabled={!isHydrated}
      role="presentation"
      className={cx(
        'contents',
        !isHydrated &&
          '[&_:is(input,select,textarea):disabled]:bg-transparent! [&_:is(input,select,textarea):disabled]:text-ink! [&_:is(input,select,textarea):disabled]:opacity-100!',
      )}
    >
      {children}
    </fieldset>
  );
}
