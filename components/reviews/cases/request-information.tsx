'use client';

import { Mail } from 'lucide-react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { MessageText } from '#components/payments/sharing/message-text.tsx';
import { buildMailLink } from '#components/payments/sharing/sharing-texts.ts';
import { Section } from '#components/shell/section.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { findLanguage } from '#lib/customer-messages/model.ts';
import { tPaymentLocales } from '#lib/messages/new-payment.ts';
import { tReviewRequests } from '#lib/messages/reviews.ts';
import { answerRequestAction, requestInformationAction } from '#lib/reviews/actions.ts';
import { requestRecipients } from '#lib/reviews/cases/model/information.ts';
import type { findCaseRequest } from '#lib/reviews/cases/model/open-request.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from '../case-labels.ts';
import { InformationBadge } from './information-badge.tsx';

const toRecipient = (text: string) => requestRecipients.find((one) => one === text) ?? 'service';

/** The form of a new request. */
export function NewRequest({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const { businessId, caseId, subjectKind } = view;
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-request',
    fields: ['question', 'language', 'dueOn'],
    subject: caseId,
    initial: { to: 'service', question: '', language: 'en', dueOn: '' },
    action: ({ to, question, language, dueOn }) =>
      requestInformationAction({
        businessId,
        caseId,
        question,
        dueOn,
        to: toRecipient(to),
        language: findLanguage(language),
      }),
    messages: { failed: tReviewRequests('failed'), done: () => tReviewRequests('done') },
    onDone: onClose,
  });
  const to = toRecipient(form.fields.to);
  return (
    <ActionForm
      form={form}
      label={tReviewRequests('send')}
      isDisabled={form.fields.question.trim() === '' || form.fields.dueOn === ''}
      onCancel={onClose}
    >
      <RadioGroup
        label={tReviewRequests('to.label')}
        name="request-to"
        appearance="segments"
        choices={requestRecipients
          .filter((one) => one === 'service' || subjectKind !== 'withdrawal')
          .map((one) => ({ value: one, label: tReviewRequests(`to.${one}`) }))}
        value={to}
        onChange={({ target }) => form.set({ to: target.value })}
      />
      <TextArea
        label={tReviewRequests('question')}
        help={tReviewRequests(`questionHelp.${to}`)}
        limit={5_000}
        {...form.field('question')}
      />
      {to === 'payer' && (
        <Select
          label={tReviewRequests('language')}
          choices={languages.map((value) => ({ value, label: tPaymentLocales(`languages.${value}`) }))}
          {...form.field('language')}
        />
      )}
      <TextField label={tReviewRequests('dueOn')} type="date" {...form.field('dueOn')} />
    </ActionForm>
  );
}

/** An open request with its answer. */
export function OpenRequest({
  view,
  request: note,
}: {
  view: CaseView;
  request: NonNullable<ReturnType<typeof findCaseRequest>>;
}) {
  const { businessId, caseId, now } = view;
  const { noteId, text, request } = note;
  const isOverdue = request.dueAt <= now;
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-request-answer',
    subject: caseId,
    initial: { text: '' },
    action: (fields) => answerRequestAction({ businessId, caseId, noteId, text: fields.text }),
    messages: {
      failed: tReviewRequests('recordFailed'),
      done: () => tReviewRequests('recorded'),
    },
  });
  const reference = view.own.reference ?? '';
  // A payer isn't asked once a report to an authority is proposed.
  const isSendable = request.of === 'payer' && !view.wasReportProposed;
  return (
    <Section
      title={tReviewRequests('title')}
      actions={
        isSendable && (
          <>
            <LinkButton
              size="sm"
              prefetch={false}
              href={buildMailLink(reference, text)}
              icon={<Mail aria-hidden />}
            >
              {tReviewRequests('email')}
            </LinkButton>
            <CopyTextButton text={text} size="sm">
              {tReviewRequests('copy')}
            </CopyTextButton>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm">
          <InformationBadge isOverdue={isOverdue} />{' '}
          {tReviewRequests.rich(`${isOverdue ? 'overdue' : 'waiting'}.${request.of}`, {
            time: () => <DateTime key="time" at={toUnixSeconds(request.dueAt)} />,
          })}
        </p>
        {isSendable && <p className="text-muted text-sm">{tReviewRequests('message')}</p>}
        {request.of === 'payer' && !isSendable && (
          <p className="text-muted text-sm">{tReviewRequests('closedByReport')}</p>
        )}
        <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-xs">
          <MessageText text={text} />
        </pre>
        <ActionForm
          form={form}
          label={tReviewRequests('record')}
          variant="secondary"
          isDisabled={form.fields.text.trim() === ''}
        >
          <TextArea
            label={tReviewRequests('answer')}
            help={tReviewRequests('answerHelp')}
            limit={20_000}
            {...form.field('text')}
          />
        </ActionForm>
      </div>
    </Section>
  );
}
