import { Banner } from '#components/ui/banner.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tDuplicateConfirmation, tPaymentAttempt } from '#lib/messages/new-payment.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { OtherPayments } from './other-payments.tsx';

/** The result of the last attempt after which the form stays open. */
export type LastAttempt =
  | { readonly kind: 'intent'; readonly intent: IntentView }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The connection was lost while the page waited. */
  | { readonly kind: 'lost' };

export function LastAttemptBanner({ lastTry, here }: { lastTry: LastAttempt; here: string }) {
  if (lastTry.kind === 'lost')
    return (
      <Banner tone="attention" title={tPaymentAttempt('connectionLost')}>
        {tPaymentAttempt('error.lost')}
      </Banner>
    );
  if (lastTry.kind === 'intent') {
    const { state, error } = lastTry.intent;
    const isCredentialError = error?.httpStatus === 401 || error?.httpStatus === 403;
    if (lastTry.intent.payments.length > 0)
      return (
        <>
          <Banner
            tone="attention"
            title={tPaymentAttempt(state === 'REJECTED' ? 'error.refusedButSeen' : 'error.unsentButSeen')}
          >
            <span className="break-words">{error?.message}</span> {tPaymentAttempt('error.again')}
          </Banner>
          <OtherPayments intent={lastTry.intent} />
        </>
      );
    return state === 'REJECTED' ? (
      <Banner tone="bad" title={tPaymentAttempt('error.refused')}>
        <span className="break-words">{error?.message}</span>{' '}
        {tPaymentAttempt(isCredentialError ? 'error.credentials' : 'error.correct')}
      </Banner>
    ) : (
      <Banner tone="attention" title={tPaymentAttempt('error.unsent')}>
        <span className="break-words">{error?.message}</span> {tPaymentAttempt('error.unsentBody')}
      </Banner>
    );
  }
  const { failure } = lastTry;
  if (failure.code === 'unauthenticated')
    return (
      <Banner
        tone="bad"
        title={tPaymentAttempt('error.signedOut')}
        action={
          <LinkButton size="sm" prefetch={false} href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}>
            {tPaymentAttempt('error.signIn')}
          </LinkButton>
        }
      >
        {tPaymentAttempt('error.signedOutBody')}
      </Banner>
    );
  return (
    <Banner tone="bad" title={failure.message}>
      {failure.code !== 'invalid' &&
        failure.code !== 'conflict' &&
        failure.requestId !== '' &&
        tPaymentAttempt.rich('requestId', {
          id: () => <span className="font-mono text-xs">{failure.requestId}</span>,
        })}
    </Banner>
  );
}

/** Asks whether another checkout link with the same client payment ID is wanted. */
export function DuplicateConfirmation({
  isAccepted,
  isMissing,
  onChange,
}: {
  isAccepted: boolean;
  isMissing: boolean;
  onChange: (isAccepted: boolean) => void;
}) {
  return (
    <Checkbox
      label={tDuplicateConfirmation('label')}
      help={tDuplicateConfirmation('help')}
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissing ? tDuplicateConfirmation('error') : undefined}
    />
  );
}
