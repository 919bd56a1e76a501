'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import type { DraftForm } from '#components/forms/use-action-form.ts';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { rejectCallbackAction, releaseCallbackAction } from '#lib/callbacks/quarantine/actions.ts';
import type { CallbackPageView, OpenReason } from '#lib/callbacks/schema/message.ts';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { Reasons } from './reasons.tsx';

const toKey = ({ path, problem }: OpenReason): string => `${path} ${problem}`;

/** Shows the reasons against a callback, and lets an owner release it with accepted reasons or reject it. */
export function DecisionPanel({ businessId, view }: { businessId: string; view: CallbackPageView }) {
  const { row, reasons, mayDecide } = view;
  const isQuarantined = row.verdict === 'quarantined';
  return (
    <Section
      title={tCallbackDecisions(isQuarantined ? 'panel.quarantined' : 'panel.rejected')}
      count={reasons.length}
    >
      <div className="flex flex-col gap-4">
        <Reasons reasons={reasons} />
        {mayDecide ? (
          <Decision businessId={businessId} view={view} />
        ) : (
          <p className="text-muted text-sm">{tCallbackDecisions('panel.ownersOnly')}</p>
        )}
      </div>
    </Section>
  );
}

const acceptLabels = { 'as-it-came': 'panel.acceptAsReceived', 'left-out': 'panel.leaveOut' } as const;

type DecisionProps = { businessId: string; view: CallbackPageView };

/** Keeps the note outside of `Decide`, which starts over when a new delivery changes the reasons. */
function Decision({ businessId, view }: DecisionProps) {
  const { messageId, revision } = view.row;
  const form = useDraftForm({
    businessId,
    kind: 'callbacks',
    draft: 'callback-decision',
    subject: messageId,
    initial: { note: '' },
  });
  return <Decide key={revision} businessId={businessId} view={view} form={form} />;
}

function Decide({
  businessId,
  view,
  form: { fields, field, set, draft, isPending, send },
}: DecisionProps & { form: DraftForm<'note'> }) {
  const { row, reasons } = view;
  const { note } = fields;
  const decide = async (...action: Parameters<typeof send<unknown>>) => {
    if ((await send(...action)) !== null) set({ note: '' });
  };
  const lost = tCallbackDecisions('result.connectionLost');
  const [acceptedKeys, setAcceptedKeys] = useState<ReadonlySet<string>>(new Set());
  const acceptable = reasons.filter((reason) => reason.acceptance !== null);
  const stuck = reasons.length - acceptable.length;
  const toggle = (key: string) => {
    const next = new Set(acceptedKeys);
    if (!next.delete(key)) next.add(key);
    setAcceptedKeys(next);
  };
  const decision = { businessId, messageId: row.messageId, revision: row.revision, note };
  const accepted = acceptable
    .filter((reason) => acceptedKeys.has(toKey(reason)))
    .flatMap(({ path, acceptance }) => (acceptance === null ? [] : [{ path, how: acceptance }]));
  return (
    <>
      {acceptable.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 font-medium text-sm">{tCallbackDecisions('panel.accept')}</legend>
          {acceptable.map((reason) => (
            <Checkbox
              key={toKey(reason)}
              label={tCallbackDecisions(acceptLabels[reason.acceptance ?? 'left-out'], {
                field: reason.path,
              })}
              checked={acceptedKeys.has(toKey(reason))}
              onChange={() => toggle(toKey(reason))}
            />
          ))}
        </fieldset>
      )}
      <p className="max-w-prose text-muted text-sm">
        {tCallbackDecisions('panel.releaseHelp')}
        {stuck > 0 && ` ${tCallbackDecisions('panel.stuck')}`}
      </p>
      <TextArea
        label={tCallbackDecisions('panel.note')}
        help={tCallbackDecisions('panel.noteHelp')}
        limit={2_000}
        {...field('note')}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          onPress={() =>
            void decide(() => releaseCallbackAction({ ...decision, accepted }), {
              lost,
              failed: tCallbackDecisions('result.notReleased'),
              done: tCallbackDecisions('result.released'),
            })
          }
        >
          {tCallbackDecisions('panel.release')}
        </Button>
        {row.verdict === 'quarantined' && (
          <Button
            variant="danger"
            isPending={isPending}
            isDisabled={note.trim() === ''}
            onPress={() =>
              void decide(() => rejectCallbackAction(decision), {
                lost,
                failed: tCallbackDecisions('result.notRejected'),
                done: tCallbackDecisions('result.rejected'),
              })
            }
          >
            {tCallbackDecisions('panel.reject')}
          </Button>
        )}
      </div>
    </>
  );
}
