'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import { intentKeys } from '#components/query/query-keys.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { isFinalIntent } from '#lib/payments/create/model/intent.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { useIntent } from './intent-query.ts';
import type { PaymentFormProps } from './payment-form.tsx';
import { PaymentForm } from './payment-form.tsx';

// Shown after the request was sent.
const CreatedPayment = lazy(() => import('./created.tsx').then((file) => ({ default: file.CreatedPayment })));
const UnknownOutcome = lazy(() =>
  import('./unknown-outcome.tsx').then((file) => ({ default: file.UnknownOutcome })),
);
const RequestBeingSent = lazy(() =>
  import('./unknown-outcome.tsx').then((file) => ({ default: file.RequestBeingSent })),
);

export type NewPaymentProps = Omit<
  PaymentFormProps,
  'fresh' | 'onTemplates' | 'onAnswered' | 'onProposed' | 'onWaitingAnswered'
> & {
  /** The business's own texts for customers. */
  readonly messages: CustomerMessagesView;
};

/** Shows the form of a new payment and the outcome of its request. */
export function NewPayment(props: NewPaymentProps) {
  const { messages, ...start } = props;
  const { businessId } = props;
  const [shown, setShown] = useState(props.intent);
  const [opened, setOpened] = useState(0);
  const [waiting, setWaiting] = useState(props.waiting);
  const [templates, setTemplates] = useState(props.templates);
  const router = useRouter();
  const queries = useQueryClient();

  const show = (intent: IntentView | null) => {
    setShown(intent);
    const address = `/${businessId}/payments/new${intent === null ? '' : `?intent=${intent.intentId}`}`;
    window.history.replaceState(null, '', address);
    if (intent !== null) queries.setQueryData(intentKeys.one(businessId, intent.intentId), intent);
    void queries.invalidateQueries({ queryKey: intentKeys.open(businessId) });
  };
  const another = () => {
    setOpened(opened + 1);
    show(null);
  };
  if (shown !== null && !isFinalIntent(shown.state))
    return (
      <Outcome key={shown.intentId} shown={shown} messages={messages} onSettled={show} onAnother={another} />
    );
  return (
    <PaymentForm
      {...start}
      key={opened}
      intent={shown}
      fresh={opened > 0}
      waiting={waiting}
      templates={templates}
      onTemplates={setTemplates}
      onAnswered={show}
      onProposed={(proposed) => {
        setWaiting(proposed);
        another();
      }}
      onWaitingAnswered={(answered) => {
        setWaiting(answered.waiting);
        if (answered.intentId !== null)
          router.push(`/${businessId}/payments/new?intent=${answered.intentId}`);
      }}
    />
  );
}

function Outcome({
  shown,
  messages,
  onSettled,
  onAnother,
}: {
  shown: IntentView;
  messages: CustomerMessagesView;
  onSettled: (intent: IntentView) => void;
  onAnother: () => void;
}) {
  const intent = useIntent(shown.businessId, shown.intentId);
  const { clientPaymentId } = intent;
  useEffect(() => {
    // The browser prints the title of the page and names a saved file by it. A refresh sets the page's own title again.
    const { title } = document;
    const named = title.replace(tNewPayment('title'), () => clientPaymentId);
    const apply = () => {
      if (document.title === title) document.title = named;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      // The next page may have set its own title by now.
      if (document.title === named) document.title = title;
    };
  }, [clientPaymentId]);
  return (
    <Suspense fallback={<Skeleton className="mx-4 h-80" />}>
      {intent.state === 'CREATED' ? (
        <CreatedPayment intent={intent} messages={messages} onAnother={onAnother} />
      ) : intent.state === 'UNKNOWN' ? (
        <UnknownOutcome intent={intent} onSettled={onSettled} onAnother={onAnother} />
      ) : (
        <RequestBeingSent intent={intent} />
      )}
    </Suspense>
  );
}
