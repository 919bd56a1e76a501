'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { kindChoices } from '#lib/callbacks/model/verdict.ts';
import { startDryRunAction } from '#lib/callbacks/reprocess/actions.ts';

const verdicts = ['applied', 'new-version', 'quarantined'] as const;
const kinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'] as const;
const verdictChoices = [
  { value: '', label: 'Any' },
  { value: 'quarantined', label: 'In quarantine' },
  { value: 'applied', label: 'Applied' },
  { value: 'new-version', label: 'New version' },
];

/** Which callbacks; the run itself is dry. */
export function ReprocessForm({ businessId, message }: { businessId: string; message: string | null }) {
  const { act, isPending } = useAction(businessId, 'callbacks');
  const [kind, setKind] = useState('');
  const [verdict, setVerdict] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const start = () =>
    act(
      () =>
        startDryRunAction({
          businessId,
          message,
          kind: kinds.find((one) => one === kind) ?? null,
          verdict: verdicts.find((one) => one === verdict) ?? null,
          from,
          to,
        }),
      { failed: 'The dry run was not started' },
    );
  return (
    <Section title={message === null ? 'Which callbacks' : 'One callback'}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <p className="max-w-prose text-muted text-sm">
          They are read again from their stored bytes, by today’s version and settings. What waits in
          quarantine and can be read now is applied; the records are made anew from everything that is stored.
          A dry run comes first and changes nothing. You can leave this page meanwhile.
        </p>
        {message === null ? (
          <div className="grid max-w-form gap-4 sm:grid-cols-2">
            <Select
              label="Kind"
              choices={[{ value: '', label: 'Any' }, ...kindChoices]}
              value={kind}
              onChange={(event) => setKind(event.target.value)}
            />
            <Select
              label="Verdict"
              choices={verdictChoices}
              value={verdict}
              onChange={(event) => setVerdict(event.target.value)}
            />
            <TextField
              type="date"
              label="From"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField type="date" label="To" value={to} onChange={(event) => setTo(event.target.value)} />
          </div>
        ) : (
          <p className="text-sm">
            <TextLink href={`/${businessId}/callbacks/${message}`} className="break-all font-mono text-xs">
              {message}
            </TextLink>{' '}
            alone. <TextLink href={`/${businessId}/callbacks/reprocess`}>Choose others</TextLink>
          </p>
        )}
        <div>
          <Button type="submit" variant="primary" isPending={isPending}>
            Start dry run
          </Button>
        </div>
      </form>
    </Section>
  );
}
