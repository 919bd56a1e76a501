import type { Metadata } from 'next';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { InvitationPage } from '#components/invitation/invitation-page.tsx';
import { findContext } from '#lib/access/index.ts';
import { tInvitation } from '#lib/messages/access.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readInvitation } from '#lib/team/index.ts';

export const metadata: Metadata = { title: tInvitation('pageTitle') };

/** Opened by the secret link of an invitation, with or without a session. Every response forbids a referrer. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [context, view] = await Promise.all([findContext(), readInvitation(token, systemClock.now())]);
  return (
    <PublicFrame>
      <InvitationPage view={view} token={token} me={context?.actor.email ?? null} />
    </PublicFrame>
  );
}
