import type { ReactNode } from 'react';
import { BrandMark } from '#components/shell/brand-mark.tsx';
import { tSignIn } from '#lib/messages/access.ts';

/** The frame of pages outside the dashboard: sign-in, invitations and password links. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] px-4 sm:px-8">
      <p className="flex items-center gap-2 py-6 font-semibold text-base">
        <BrandMark className="size-6" />
        {tSignIn('product')}
      </p>
      <div className="mx-auto w-full pt-[12vh] pb-8 sm:max-w-88">{children}</div>
    </main>
  );
}
