'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { kindChoices, verdictChoices } from '#lib/callbacks/model/verdict.ts';
import { startDryRunAction } from '#lib/callbacks/reprocess/actions.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';

const verdicts = ['applied', 'new-version', 'quarantined'] as const;
const kinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'] as const;
const anyKind = { value: '', label: tReprocess('form.anyKind') };
const anyVerdict = { value: '', label: tReprocess('form.anyVerdict') };
const reprocessableVerdicts = verdictChoices.filter(({ value }) =>
  verdicts.some((verdict) => verdict === value),
);

/** Chooses the callbacks of a dry run and starts it. */
export function ReprocessForm({ businessId, message }: { businessId: string; message: string | null }) {
  const form = useActionForm({
    businessId,
    kind: 'callbacks',
    draft: 'reprocessing',
    subject: message ?? 'callbacks',
    initial: { kind: '', verdict: '', from: '', to: '' },
    action: ({ kind, verdict, from, to }) =>
      startDryRunAction({
        businessId,
        message,
        kind: kinds.find((one) => one === kind) ?? null,
        verdict: verdicts.find((one) => one === verdict) ?? null,
        from,
        to,
      }),
    messages: { failed: tReprocess('form.failed') },
  });
  return (
    <Section title={tReprocess(message === null ? 'form.all' : 'form.one')}>
      <ActionForm form={form} label={tReprocess('form.start')} className="gap-4">
        <p className="max-w-prose text-muted text-sm">{tReprocess('form.text')}</p>
        {message === null ? (
          <div className="grid max-w-form gap-4 sm:grid-cols-2">
            <Select
              label={tReprocess('form.kind')}
              choices={[anyKind, ...kindChoices]}
              {...form.field('kind')}
            />
            <Select
              label={tReprocess('form.verdict')}
              choices={[anyVerdict, ...reprocessableVerdicts]}
              {...form.field('verdict')}
            />
            <TextField type="date" label={tReprocess('form.from')} {...form.field('from')} />
            <TextField type="date" label={tReprocess('form.to')} {...form.field('to')} />
          </div>
        ) : (
          <p className="text-sm">
            {tReprocess.rich('form.only', {
              callback: () => (
                <TextLink
                  href={`/${businessId}/callbacks/${message}`}
                  className="break-all font-mono text-xs"
                >
                  {message}
                </TextLink>
              ),
              link: (text) => <TextLink href={`/${businessId}/callbacks/reprocess`}>{text}</TextLink>,
            })}
          </p>
        )}
      </ActionForm>
    </Section>
  );
}
