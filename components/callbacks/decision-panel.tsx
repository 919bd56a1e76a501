'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { rejectCallbackAction, releaseCallbackAction } from '#lib/callbacks/quarantine/actions.ts';
import type { CallbackPageView, OpenReason } from '#lib/callbacks/schema/message.ts';
import { Reasons } from './reasons.tsx';

const keyOf = ({ path, problem }: OpenReason): string => `${path} ${problem}`;

/** Why a callback waits, and what a person decides: to let it out with what they accept, or to reject it. */
export function DecisionPanel({ businessId, view }: { businessId: string; view: CallbackPageView }) {
  const { row, reasons, mayDecide } = view;
  const waits = row.verdict === 'quarantined';
  // Here, because a delivery that comes meanwhile changes the reasons, and nothing that is being typed.
  const [note, setNote] = useState('');
  return (
    <Section title={waits ? 'Why it waits' : 'Why it was rejected'} count={reasons.length}>
      <div className="flex flex-col gap-4">
        <Reasons reasons={reasons} />
        {mayDecide ? (
          <Decide key={row.revision} businessId={businessId} view={view} note={note} setNote={setNote} />
        ) : (
          <p className="text-muted text-sm">An owner can release or reject it.</p>
        )}
      </div>
    </Section>
  );
}

const howWords = {
  'as-it-came': 'Take it as it came',
  'left-out': 'Leave it out: it stays unknown',
} as const;

function Decide({
  businessId,
  view,
  note,
  setNote,
}: {
  businessId: string;
  view: CallbackPageView;
  note: string;
  setNote: (note: string) => void;
}) {
  const { row, reasons } = view;
  const { act, isPending } = useAction(businessId, 'callbacks');
  const decide = async (...asked: Parameters<typeof act<unknown>>) => {
    if ((await act(...asked)) !== null) setNote('');
  };
  const lost = 'The connection was lost. Look whether it was done, and try again.';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const acceptable = reasons.filter((reason) => reason.acceptance !== null);
  const stuck = reasons.length - acceptable.length;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const held = { businessId, messageId: row.messageId, revision: row.revision, note };
  const accepted = acceptable
    .filter((reason) => chosen.has(keyOf(reason)))
    .flatMap(({ path, acceptance }) => (acceptance === null ? [] : [{ path, how: acceptance }]));
  return (
    <>
      {acceptable.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 font-medium text-sm">Accept</legend>
          {acceptable.map((reason) => (
            <Checkbox
              key={keyOf(reason)}
              label={`${reason.path}: ${howWords[reason.acceptance ?? 'left-out']}`}
              checked={chosen.has(keyOf(reason))}
              onChange={() => toggle(keyOf(reason))}
            />
          ))}
        </fieldset>
      )}
      <p className="max-w-prose text-muted text-sm">
        Releasing applies the bytes as they are stored, read by today’s version of Countinghouse. No byte is
        altered.
        {stuck > 0 &&
          ' What can’t be accepted keeps it here until what is wrong was mended and it can be read.'}
      </p>
      <TextArea
        label="Note"
        help="Needed to reject it. Everybody who may see the callback sees the note."
        value={note}
        limit={2_000}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          onPress={() =>
            void decide(() => releaseCallbackAction({ ...held, accepted }), {
              lost,
              failed: 'It was not released',
              done: 'Released: it is applied now',
            })
          }
        >
          Release
        </Button>
        {row.verdict === 'quarantined' && (
          <Button
            variant="danger"
            isPending={isPending}
            isDisabled={note.trim() === ''}
            onPress={() =>
              void decide(() => rejectCallbackAction(held), {
                lost,
                failed: 'It was not rejected',
                done: 'Rejected: it stays in the log',
              })
            }
          >
            Reject
          </Button>
        )}
      </div>
    </>
  );
}
