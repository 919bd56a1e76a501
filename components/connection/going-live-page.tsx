'use client';

import { useRouter } from 'next/navigation';
import { AmountText } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { GoingLiveStep, GoingLiveView } from '#lib/connection/schema.ts';
import { tConnection, tGoingLive } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CheckNowButton } from './check-now-button.tsx';
import { CheckIcon } from './check-section.tsx';

/** Leads an owner from the sandbox to the real service: what to do at each step, and what was seen. */
export function GoingLivePage({ businessId, view }: { businessId: string; view: GoingLiveView }) {
  const router = useRouter();
  const done = view.steps.filter(({ state }) => state === 'good').length;
  return (
    <>
      <PageHeader
        title={tGoingLive('title')}
        back={{ href: `/${businessId}/connection`, label: tConnection('title') }}
        mark={
          <span className="text-muted text-sm">
            {tGoingLive('progress', { done: String(done), all: String(view.steps.length) })}
          </span>
        }
        description={tGoingLive('description')}
        actions={<CheckNowButton businessId={businessId} onChecked={() => router.refresh()} />}
      />
      <PageBody>
        <Section title={tGoingLive('heading')} flush>
          <ol>
            {view.steps.map((step, index) => (
              <Step key={step.key} businessId={businessId} step={step} number={index + 1} />
            ))}
          </ol>
        </Section>
      </PageBody>
    </>
  );
}

/** The pages on which steps are done. The other steps are done outside the product. */
const actions = {
  addresses: { path: 'connection#callback-urls', label: tGoingLive('steps.addresses.action') },
  payment: { path: 'payments/new', label: tGoingLive('steps.payment.action') },
} as const;

function Step({
  businessId,
  step: { key, state, seen, at, paymentId, credited },
  number,
}: {
  businessId: string;
  step: GoingLiveStep;
  number: number;
}) {
  const action = key === 'addresses' || key === 'payment' ? actions[key] : null;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
      <CheckIcon state={state} />
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-medium text-sm">
          {number}. {tGoingLive(`steps.${key}.title`)}
        </h3>
        {state !== 'good' && <p className="text-muted text-sm">{tGoingLive(`steps.${key}.text`)}</p>}
        <p className="break-words text-muted text-xs">
          {seen} {credited !== null && <AmountText amount={credited.amount} currency={credited.currency} />}{' '}
          {at !== null && <Time at={toUnixSeconds(at)} />}{' '}
          {paymentId !== null && (
            <TextLink href={`/${businessId}/payments/${paymentId}`}>{tGoingLive('openPayment')}</TextLink>
          )}
        </p>
      </div>
      {state !== 'good' && action !== null && (
        <LinkButton size="sm" href={`/${businessId}/${action.path}`}>
          {action.label}
        </LinkButton>
      )}
    </li>
  );
}
