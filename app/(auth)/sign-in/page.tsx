import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PasskeySignIn } from '#components/access/passkey-sign-in.tsx';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { SignInForm } from '#components/access/sign-in-form.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { findContext, readSessionEndReason } from '#lib/access/index.ts';
import { tSignIn } from '#lib/messages/access.ts';
import { findRelyingParty } from '#lib/passkeys/index.ts';
import { env } from '#lib/platform/env.ts';
import { singleSignOnName } from '#lib/single-sign-on/index.ts';
import { toSingleSignOnProblem } from '#lib/single-sign-on/model.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

export const metadata: Metadata = { title: tSignIn('title') };

type Search = {
  searchParams: Promise<{ callbackUrl?: string | string[]; problem?: string | string[] }>;
};

export default async function SignInPage({ searchParams }: Search) {
  const { callbackUrl, problem: problemParam } = await searchParams;
  const destination = toOwnPath([callbackUrl].flat()[0]);
  if ((await findContext()) !== null) redirect(destination);
  const singleSignOn = singleSignOnName();
  const problem = toSingleSignOnProblem([problemParam].flat()[0]);
  const ended = await readSessionEndReason();
  return (
    <PublicFrame>
      {singleSignOn !== null && problem !== null && (
        <div className="mb-4">
          <Banner tone="bad" title={tSignIn(`singleSignOn.problem.${problem}`, { name: singleSignOn })} />
        </div>
      )}
      {ended !== null && (
        <div className="mb-4">
          <Banner tone="attention" title={tSignIn(`ended.${ended}`)} />
        </div>
      )}
      <SignInForm destination={destination} singleSignOn={singleSignOn} />
      {findRelyingParty() !== null && <PasskeySignIn destination={destination} />}
      {env.DEMO && <p className="mt-8 border-line border-t pt-4 text-muted text-sm">{tSignIn('sandbox')}</p>}
    </PublicFrame>
  );
}
