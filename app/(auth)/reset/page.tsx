import type { Metadata } from 'next';
import { PublicFrame } from '#components/access/public-frame.tsx';
import { PublicMessage } from '#components/access/public-message.tsx';
import { RequestResetForm } from '#components/access/request-reset-form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { isMailConfigured } from '#lib/mail/index.ts';
import { tReset } from '#lib/messages/access.ts';

export const metadata: Metadata = { title: tReset('request.pageTitle') };
/** The mail server of the environment decides what the page offers. */
export const dynamic = 'force-dynamic';

/** Opened by "Forgot your password?" on the sign-in page. */
export default function Page() {
  return (
    <PublicFrame>
      {isMailConfigured() ? (
        <RequestResetForm />
      ) : (
        <PublicMessage
          title={tReset('request.pageTitle')}
          action={<LinkButton href="/sign-in">{tReset('request.back')}</LinkButton>}
        >
          <p>{tReset('request.mailOff')}</p>
        </PublicMessage>
      )}
    </PublicFrame>
  );
}
