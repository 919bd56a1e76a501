'use client';

import { useState } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { ChoiceGroup, toChoiceList } from '#components/forms/choice-group.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { proposeReviewEndpointAction } from '#lib/events/actions.ts';
import { caseEventTypes, maximumUrl } from '#lib/events/model.ts';
import { tEvents } from '#lib/messages/events.ts';

/** Proposes an endpoint for review cases. The address is never part of a draft, because it may be a secret. */
export function ProposeDialog({
  businessId,
  onSecret,
  onClose,
}: {
  businessId: string;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const [url, setUrl] = useState('');
  // A change before the answer corrects no error.
  const [isCorrected, setCorrected] = useState(false);
  const form = useActionForm({
    businessId,
    draft: 'review-endpoint',
    fields: ['url', 'types', 'reason'],
    subject: 'new-endpoint',
    refresh: true,
    initial: { types: caseEventTypes.join(' '), reason: '' },
    action: ({ types, reason }) => {
      setCorrected(false);
      const chosen = toChoiceList(types);
      return proposeReviewEndpointAction({
        businessId,
        url,
        reason,
        types: caseEventTypes.filter((type) => chosen.includes(type)),
      });
    },
    messages: { failed: tEvents('cases.propose.failed'), done: tEvents('cases.propose.done') },
    onDone: ({ secret }) => onSecret(secret),
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title={tEvents('cases.propose.title')}>
      <ActionForm form={form} label={tEvents('cases.button')}>
        <p className="text-sm">{tEvents('cases.propose.note')}</p>
        <TextField
          label={tEvents('url')}
          help={tEvents('urlHelp.standard')}
          autoComplete="off"
          limit={maximumUrl}
          value={url}
          error={isCorrected ? undefined : form.errors['url']?.[0]}
          onChange={({ target }) => {
            setUrl(target.value);
            setCorrected(!form.isPending);
          }}
        />
        <ChoiceGroup
          legend={tEvents('types')}
          choices={caseEventTypes.map((value) => ({ value, label: tEvents(`type.${value}`) }))}
          value={form.fields.types}
          error={form.errors['types']?.[0]}
          onChange={(types) => form.set({ types })}
        />
        <TextArea
          label={tEvents('cases.propose.reason')}
          help={tEvents('cases.propose.reasonHelp')}
          limit={1_000}
          {...form.field('reason')}
        />
      </ActionForm>
    </Dialog>
  );
}
