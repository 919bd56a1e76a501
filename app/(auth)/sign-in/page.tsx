import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '#components/access/sign-in-form.tsx';
import { BrandMark } from '#components/shell/brand-mark.tsx';
import { findContext } from '#lib/access/index.ts';
import { tPageTitles } from '#lib/messages/page-titles.ts';
import { tSignIn } from '#lib/messages/sign-in.ts';
import { env } from '#lib/platform/env.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

export const metadata: Metadata = { title: tSignIn('title') };

type Search = { searchParams: Promise<{ callbackUrl?: string | string[] }> };

export default async function SignInPage({ searchParams }: Search) {
  const { callbackUrl } = await searchParams;
  const destination = toOwnPath([callbackUrl].flat()[0]);
  if ((await findContext()) !== null) redirect(destination);
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] px-4 sm:px-8">
      <p className="flex items-center gap-2 py-6 font-semibold text-base">
        <BrandMark className="size-6" />
        {tPageTitles('product')}
      </p>
      <div className="mx-auto w-full pt-[12vh] sm:max-w-88">
        <SignInForm destination={destination} />
        {env.DEMO && (
          <p className="mt-8 border-line border-t pt-4 text-muted text-sm">{tSignIn('sandbox')}</p>
        )}
      </div>
    </main>
  );
}
