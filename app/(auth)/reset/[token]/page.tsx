import type { Metadata } from 'next';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { PublicMessage } from '#components/access/public-message.tsx';
import { ResetForm } from '#components/access/reset-form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tReset } from '#lib/messages/access.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readResetState } from '#lib/team/index.ts';

export const metadata: Metadata = { title: tReset('pageTitle') };

/** Opened by the secret link for a new password. Every response forbids a referrer. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const state = await readResetState(token, systemClock.now());
  return (
    <PublicFrame>
      {state === 'open' ? (
        <ResetForm token={token} />
      ) : (
        <PublicMessage
          title={tReset(`state.${state}.title`)}
          action={<LinkButton href="/sign-in">{tReset('done.signIn')}</LinkButton>}
        >
          <p>{tReset(`state.${state}.detail`)}</p>
        </PublicMessage>
      )}
    </PublicFrame>
  );
}
