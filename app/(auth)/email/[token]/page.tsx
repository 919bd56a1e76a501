import type { Metadata } from 'next';
import { ConfirmEmail } from '#components/access/confirm-email.tsx';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { PublicMessage } from '#components/access/public-message.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tEmailChange } from '#lib/messages/access.ts';
import { readEmailChange } from '#lib/people/index.ts';
import { systemClock } from '#lib/platform/clock.ts';

export const metadata: Metadata = { title: tEmailChange('pageTitle') };

/** Opened by the secret link that was mailed to a new address. Every response forbids a referrer. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const change = await readEmailChange(token, systemClock.now());
  return (
    <PublicFrame>
      {change.state === 'open' ? (
        <ConfirmEmail token={token} email={change.email} />
      ) : (
        <PublicMessage
          title={tEmailChange(`state.${change.state}.title`)}
          action={<LinkButton href="/">{tEmailChange('done.open')}</LinkButton>}
        >
          <p>{tEmailChange(`state.${change.state}.detail`)}</p>
        </PublicMessage>
      )}
    </PublicFrame>
  );
}
