'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
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

const anyCallback = { kind: '', verdict: '', from: '', to: '' };

/** Chooses the callbacks of a dry run and starts it. */
export function ReprocessForm({ businessId, message }: { businessId: string; message: string | null }) {
  const { act, isPending } = useAction(businessId, 'callbacks');
  const [range, setRange] = useState(anyCallback);
  const { kind, verdict, from, to } = range;
  const draft = useDraft({
    businessId,
    form: 'reprocessing',
    subject: message ?? 'callbacks',
    values: range,
    initial: anyCallback,
    fill: (texts) =>
      setRange({
        kind: texts['kind'] ?? '',
        verdict: texts['verdict'] ?? '',
        from: texts['from'] ?? '',
        to: texts['to'] ?? '',
      }),
  });
  const start = async () => {
    const started = await act(
      () =>
        startDryRunAction({
          businessId,
          message,
          kind: kinds.find((one) => one === kind) ?? null,
          verdict: verdicts.find((one) => one === verdict) ?? null,
          from,
          to,
        }),
      { failed: tReprocess('form.failed') },
    );
    if (started !== null) draft.sent();
  };
  return (
    <Section title={tReprocess(message === null ? 'form.all' : 'form.one')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <p className="max-w-prose text-muted text-sm">{tReprocess('form.text')}</p>
        {message === null ? (
          <div className="grid max-w-form gap-4 sm:grid-cols-2">
            <Select
              label={tReprocess('form.kind')}
              choices={[anyKind, ...kindChoices]}
              value={kind}
              onChange={(event) => setRange({ ...range, kind: event.target.value })}
            />
            <Select
              label={tReprocess('form.verdict')}
              choices={[anyVerdict, ...reprocessableVerdicts]}
              value={verdict}
              onChange={(event) => setRange({ ...range, verdict: event.target.value })}
            />
            <TextField
              type="date"
              label={tReprocess('form.from')}
              value={from}
              onChange={(event) => setRange({ ...range, from: event.target.value })}
            />
            <TextField
              type="date"
              label={tReprocess('form.to')}
              value={to}
              onChange={(event) => setRange({ ...range, to: event.target.value })}
            />
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
        <DraftNotice draft={draft} />
        <div>
          <Button type="submit" variant="primary" isPending={isPending}>
            {tReprocess('form.start')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
