'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { PageColumns } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tPaymentAttempt, tPaymentOutcome } from '#lib/messages/new-payment.ts';
import { recordNotCreatedAction, sendAgainAction } from '#lib/payments/create/actions.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import { OtherPayments } from './other-payments.tsx';
import { SentFacts } from './sent-facts.tsx';

/** Shows a request that another tab or another person is sending, or that waits to be sent. */
export function RequestBeingSent({ intent }: { intent: IntentView }) {
  const kind = intent.state === 'PROPOSED' ? 'proposed' : intent.state === 'QUEUED' ? 'queued' : 'sending';
  return (
    <PageColumns aside={<SentFacts intent={intent} />}>
      <Banner tone="waiting" title={tPaymentOutcome(`${kind}.title`)}>
        <span className="inline-flex items-center gap-2">
          <Spinner /> {tPaymentOutcome(`${kind}.body`)}
        </span>
        {intent.error !== null && <p className="mt-1 break-words">{intent.error.message}</p>}
      </Banner>
    </PageColumns>
  );
}

/** Shows a request with an unknown outcome, the ways to settle it and the risk of sending it again. */
export function UnknownOutcome({
  intent,
  onSettled,
  onAnother,
}: {
  intent: IntentView;
  onSettled: (intent: IntentView) => void;
  onAnother: () => void;
}) {
  const [failure, setFailure] = useState<Failure | 'lost' | null>(null);
  const { businessId, intentId, clientPaymentId } = intent;
  const settle = async (action: () => Promise<ActionResult<IntentView>>) => {
    setFailure(null);
    const result = await callAction(action);
    if (result?.ok) onSettled(result.data);
    else setFailure(result ?? 'lost');
  };
  return (
    <PageColumns aside={<SentFacts intent={intent} />}>
      <Banner tone="attention" title={tPaymentOutcome('unknown.title')}>
        {intent.error?.message ?? tPaymentOutcome('unknown.noAnswer')}
      </Banner>
      <OtherPayments intent={intent} />
      {failure === 'lost' && (
        <Banner tone="attention" title={tPaymentAttempt('connectionLost')}>
          {tPaymentOutcome('unknown.resent')}
        </Banner>
      )}
      {failure !== null && failure !== 'lost' && (
        <Banner tone="bad" title={failure.message}>
          {failure.requestId !== '' &&
            tPaymentAttempt.rich('requestId', {
              id: () => <span className="font-mono text-xs">{failure.requestId}</span>,
            })}
        </Banner>
      )}
      <Section title={tPaymentOutcome('unknown.options')}>
        <ul className="flex max-w-form list-disc flex-col gap-1.5 py-1 ps-4 text-sm">
          <li>
            {tPaymentOutcome.rich('unknown.callback', {
              id: () => <span className="break-all font-mono text-xs">{clientPaymentId}</span>,
              link: (text) => <TextLink href={`/${businessId}/payments/import`}>{text}</TextLink>,
            })}
          </li>
          <li>{tPaymentOutcome('unknown.account')}</li>
          <li>{tPaymentOutcome('unknown.again')}</li>
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <ConfirmDialog
            trigger={<Button>{tPaymentOutcome('unknown.sendAgain')}</Button>}
            title={tPaymentOutcome('unknown.confirm', { clientPaymentId })}
            confirmLabel={tPaymentOutcome('unknown.sendAgain')}
            onConfirm={() =>
              settle(() => sendAgainAction({ businessId, intentId, secondLinkAccepted: true }))
            }
          >
            {tPaymentOutcome('unknown.confirmBody')}
          </ConfirmDialog>
          {intent.paymentId === null && (
            <ConfirmDialog
              danger
              trigger={<Button>{tPaymentOutcome('unknown.notCreated')}</Button>}
              title={tPaymentOutcome('unknown.notCreatedQuestion', { clientPaymentId })}
              confirmLabel={tPaymentOutcome('unknown.notCreated')}
              onConfirm={() => settle(() => recordNotCreatedAction({ businessId, intentId }))}
            >
              {tPaymentOutcome('unknown.notCreatedBody')}
            </ConfirmDialog>
          )}
          {intent.paymentId === null ? (
            <LinkButton href={`/${businessId}/payments?q=${encodeURIComponent(clientPaymentId)}`}>
              {tPaymentOutcome('unknown.search')}
            </LinkButton>
          ) : (
            <LinkButton href={`/${businessId}/payments/${intent.paymentId}`}>
              {tPaymentOutcome('goToPayment')}
            </LinkButton>
          )}
          <Button onPress={onAnother}>{tPaymentOutcome('createAnother')}</Button>
        </div>
      </Section>
    </PageColumns>
  );
}
