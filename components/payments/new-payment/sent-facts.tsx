import { FieldValue } from '#components/money/field-value.tsx';
import { findCurrency } from '#components/money/find-currency.ts';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import { tPaymentOutcome } from '#lib/messages/new-payment.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows each field as it was sent, and the exact body. */
export function SentFacts({ intent }: { intent: IntentView }) {
  return (
    <Section title={tPaymentOutcome(intent.attempts === 0 ? 'sent.unsent' : 'sent.title')}>
      <SentFields intent={intent} />
    </Section>
  );
}

/** The same below the checkout link of a created payment, on demand. */
export function FoldedSentFacts({ intent }: { intent: IntentView }) {
  return (
    <Section title={tPaymentOutcome('sent.technical')}>
      <Disclosure title={tPaymentOutcome('sent.title')}>
        <SentFields intent={intent} />
      </Disclosure>
    </Section>
  );
}

function SentFields({ intent }: { intent: IntentView }) {
  const sent = Object.fromEntries(intent.sent.map(({ field, value }) => [field, value]));
  return (
    <>
      <DescriptionList>
        {intent.sent.map(({ field, value }) => (
          <Fact key={field} label={field}>
            <span className="break-all font-mono text-xs">
              <FieldValue field={field} text={value} currency={findCurrency(field, sent)} exact />
            </span>
          </Fact>
        ))}
        <Fact label={tPaymentOutcome('sent.createdBy')}>{intent.createdBy}</Fact>
        <Fact label={tPaymentOutcome('sent.created')}>
          <Time at={toUnixSeconds(intent.createdAt)} />
        </Fact>
        <Fact label={tPaymentOutcome('sent.attempts')}>{intent.attempts}</Fact>
      </DescriptionList>
      <Disclosure title={tPaymentOutcome('sent.body')}>
        <pre className="whitespace-pre-wrap break-all font-mono text-xs">{intent.requestBody}</pre>
      </Disclosure>
    </>
  );
}
