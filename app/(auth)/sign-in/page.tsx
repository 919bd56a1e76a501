import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { SignInForm } from '#components/access/sign-in-form.tsx';
import { findContext } from '#lib/access/index.ts';
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
    <PublicFrame>
      <SignInForm destination={destination} />
      {env.DEMO && <p className="mt-8 border-line border-t pt-4 text-muted text-sm">{tSignIn('sandbox')}</p>}
    </PublicFrame>
  );
}
