import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CancelSignIn } from '#components/access/cancel-sign-in.tsx';
import { FirstFactor } from '#components/access/first-factor.tsx';
import { OpenSession } from '#components/access/open-session.tsx';
import { PasskeyStep } from '#components/access/passkey-step.tsx';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { PublicMessage } from '#components/access/public-message.tsx';
import { SecondFactorForm } from '#components/access/second-factor-form.tsx';
import { currentRequestIds, findContext } from '#lib/access/index.ts';
import { readPendingStep, readPendingToken } from '#lib/factors/index.ts';
import type { PendingStep } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { createContext } from '#lib/platform/context.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

export const metadata: Metadata = { title: tFactors('signIn.pageTitle') };

type Search = { searchParams: Promise<{ callbackUrl?: string | string[] }> };

/** The second step of a sign-in. Only the browser that gave the right password has it. */
export default async function Page({ searchParams }: Search) {
  const destination = toOwnPath([(await searchParams).callbackUrl].flat()[0]);
  if ((await findContext()) !== null) redirect(destination);
  const context = createContext({ kind: 'system', name: 'sign-in' } as const, await currentRequestIds());
  const step = await readPendingStep(context, await readPendingToken());
  if (step === null) redirect('/sign-in');
  return (
    <PublicFrame>
      <Step step={step} destination={destination} />
    </PublicFrame>
  );
}

function Step({ step, destination }: { step: PendingStep; destination: string }) {
  switch (step) {
    case 'code':
      return <SecondFactorForm destination={destination} hasPasskey={false} />;
    case 'either':
      return <SecondFactorForm destination={destination} hasPasskey />;
    case 'passkey':
      return <PasskeyStep destination={destination} />;
    case 'set-up':
      return <FirstFactor destination={destination} />;
    case 'done':
      return (
        <PublicMessage
          title={tFactors('signIn.passedTitle')}
          action={
            <>
              <OpenSession destination={destination} label={tFactors('signIn.open')} />
              <CancelSignIn />
            </>
          }
        >
          <p>{tFactors('signIn.passedDetail')}</p>
        </PublicMessage>
      );
  }
}
