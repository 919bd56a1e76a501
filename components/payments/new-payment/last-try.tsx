import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { AlsoMade } from './also-made.tsx';

/** What became of the last try, where the form stays: refused, unsent, or not even taken by us. */
export type LastTry =
  | { readonly kind: 'intent'; readonly intent: IntentView }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly clientPaymentId: string }
  /** The page lost us while it waited. */
  | { readonly kind: 'lost' };

export function LastTryBanner({ lastTry, here }: { lastTry: LastTry; here: string }) {
  if (lastTry.kind === 'lost')
    return (
      <Banner tone="attention" title="The connection was lost before the answer came">
        The request may have been sent. What you typed is kept. If it was sent, it stands under “Needs
        attention” or in the payments, and creating it again under the same ID is refused.
      </Banner>
    );
  if (lastTry.kind === 'intent') {
    const { state, error } = lastTry.intent;
    const ourKey = error?.httpStatus === 401 || error?.httpStatus === 403;
    if (lastTry.intent.payments.length > 0)
      return (
        <>
          <Banner
            tone="attention"
            title={`${state === 'REJECTED' ? 'The service refused the last request' : 'Nothing was sent'}, but a payment was seen under its client payment ID`}
          >
            <span className="break-words">{error?.message}</span> Creating it again under the same ID may make
            another payable link.
          </Banner>
          <AlsoMade intent={lastTry.intent} />
        </>
      );
    return state === 'REJECTED' ? (
      <Banner tone="bad" title="The service refused the request: no payment was created">
        <span className="break-words">{error?.message}</span>{' '}
        {ourKey
          ? 'It does not let this dashboard in: the API key, its secret or its scope need a look. What you typed is kept.'
          : 'Change what it names and create it again under the same ID.'}
      </Banner>
    ) : (
      <Banner tone="attention" title="Nothing was sent: no payment was created">
        <span className="break-words">{error?.message}</span> What you typed is kept. Send it again when the
        service is back.
      </Banner>
    );
  }
  const { failure } = lastTry;
  if (failure.code === 'unauthenticated')
    return (
      <Banner
        tone="bad"
        title="You were signed out: nothing was sent"
        action={
          <LinkButton size="sm" prefetch={false} href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}>
            Sign in again
          </LinkButton>
        }
      >
        What you typed is kept in this tab.
      </Banner>
    );
  return (
    <Banner tone="bad" title={failure.message}>
      {failure.code !== 'invalid' && failure.code !== 'conflict' && (
        <>
          Request <span className="font-mono text-xs">{failure.requestId}</span>
        </>
      )}
    </Banner>
  );
}
