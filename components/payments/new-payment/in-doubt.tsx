'use client';

import { useState } from 'react';
import { PageColumns } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { sendAgainAction } from '#lib/payments/create/actions.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { AlsoMade } from './also-made.tsx';
import { SentFacts } from './sent-facts.tsx';

/** On its way, by this person in another tab or by someone else. */
export function OnItsWay({ intent }: { intent: IntentView }) {
  return (
    <PageColumns aside={<SentFacts intent={intent} />}>
      <Banner tone="waiting" title="The request is on its way">
        <span className="inline-flex items-center gap-2">
          <Spinner /> The service has up to 15 seconds to answer. This page follows by itself.
        </span>
      </Banner>
    </PageColumns>
  );
}

/** Nobody knows whether the payment exists: what happened, what settles it, and what sending again may do. */
export function InDoubt({
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
  const sendAgain = async () => {
    setFailure(null);
    const result = await sendAgainAction({ businessId, intentId, secondLinkAccepted: true }).catch(
      () => null,
    );
    if (result?.ok) onSettled(result.data);
    else setFailure(result ?? 'lost');
  };
  return (
    <PageColumns aside={<SentFacts intent={intent} />}>
      <Banner tone="attention" title="Outcome unknown: the payment may exist">
        {intent.error?.message ?? 'No usable answer came back.'}
      </Banner>
      <AlsoMade intent={intent} />
      {failure === 'lost' && (
        <Banner tone="attention" title="The connection was lost before the answer came">
          The request may have been sent again. If so, “Times sent” counts it once this page is up to date.
        </Banner>
      )}
      {failure !== null && failure !== 'lost' && (
        <Banner tone="bad" title={failure.message}>
          Request <span className="font-mono text-xs">{failure.requestId}</span>
        </Banner>
      )}
      <Section title="What settles this">
        <ul className="flex max-w-form list-disc flex-col gap-1.5 py-1 pl-4 text-sm">
          <li>
            A callback for <span className="break-all font-mono text-xs">{clientPaymentId}</span> settles it
            here by itself, and so does its record if you{' '}
            <TextLink href={`/${businessId}/payments/import`}>import it</TextLink>. This page shows it.
          </li>
          <li>
            Your account at the service can tell whether the payment is there. We cannot look it up by your
            ID.
          </li>
          <li>
            You can send the same request again: same client payment ID, same body. If the first one did work,
            the customer’s payment then exists twice, each with a link that can be paid.
          </li>
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <ConfirmDialog
            trigger={<Button>Send again</Button>}
            title={`Send the request for ${clientPaymentId} again?`}
            confirmLabel="Send again"
            onConfirm={sendAgain}
          >
            The first request may have worked. Sending it again may make a second payable link for the same
            client payment ID. Hand out only one of them.
          </ConfirmDialog>
          {intent.paymentId === null ? (
            <LinkButton href={`/${businessId}/payments?q=${encodeURIComponent(clientPaymentId)}`}>
              Look for it in payments
            </LinkButton>
          ) : (
            <LinkButton href={`/${businessId}/payments/${intent.paymentId}`}>Go to the payment</LinkButton>
          )}
          <Button onPress={onAnother}>Create another</Button>
        </div>
      </Section>
    </PageColumns>
  );
}
