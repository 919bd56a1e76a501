'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import type { BulkProps } from '#components/list/list-props.ts';
import { actionErrorMessage } from '#components/query/action-error-message.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { workSelectedAction } from '#lib/exceptions/actions.ts';
import { areResolved, exceptionList, longestNote } from '#lib/exceptions/model.ts';
import type { WorkSelectedForm } from '#lib/exceptions/schema.ts';
import { maximumSelected, readListQuery } from '#lib/lists/model/query.ts';
import { Desk } from './desk-context.ts';
import { failureWords, inWords, toOutcomeMessage } from './selection-messages.ts';

const nobody = 'nobody';

/** Owner and resolution of the picked exceptions, whichever pages they stand on. */
export function SelectedExceptions({ businessId, asked, filtered, count, seen, onDone }: BulkProps) {
  const queries = useQueryClient();
  const owners = useContext(Desk).owners ?? [];
  const [to, setTo] = useState(nobody);
  const [note, setNote] = useState('');
  /** What the list showed when it was asked whether to resolve them: it goes on changing behind the question. */
  const [shown, setShown] = useState<ReturnType<typeof seen>>(null);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof actionErrorMessage> | null>(null);
  const all = inWords(count.count);
  const given = new URLSearchParams(asked);
  const { query } = readListQuery(exceptionList, (name) => given.get(name));
  /** Answers what to say where it failed; null where it did not. */
  const work = async (act: WorkSelectedForm['act'], word: string): Promise<typeof problem> => {
    setPending(true);
    const result = await workSelectedAction({ businessId, address: asked, filtered, act }).catch(() => null);
    if (result?.ok) {
      const { title, ...more } = toOutcomeMessage(word, result.data);
      (result.data.done === 0 ? toast.neutral : toast.good)(title, more);
    }
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'exceptions'] });
    setPending(false);
    if (!result?.ok) return actionErrorMessage(result, failureWords);
    setNote('');
    onDone();
    return null;
  };
  const workAtOnce = async (act: WorkSelectedForm['act'], word: string) => {
    const failed = await work(act, word);
    if (failed !== null) toast.bad(failed.title, { detail: failed.detail });
  };
  const resolve = async () => {
    const failed = await work({ kind: 'resolve', note, shown }, 'Resolved');
    setProblem(failed);
    return failed === null;
  };
  if (count.more || count.count > maximumSelected)
    return (
      <span className="text-muted">{`To work on them, narrow the list first: at most ${maximumSelected} at once.`}</span>
    );
  return (
    <fieldset disabled={isPending} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">What to do with them</legend>
      <span className="flex items-center gap-1.5">
        <Select
          label="Owner"
          hideLabel
          small
          className="w-28 md:w-36"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          choices={[
            { value: nobody, label: 'Nobody' },
            ...owners.map(({ personId, name }) => ({ value: personId, label: name })),
          ]}
        />
        <Button
          size="sm"
          isPending={isPending}
          onPress={() => void workAtOnce({ kind: 'assign', ownerId: to === nobody ? null : to }, 'Assigned')}
        >
          Assign
        </Button>
      </span>
      {areResolved(query) ? (
        <Button
          size="sm"
          isPending={isPending}
          onPress={() => void workAtOnce({ kind: 'reopen' }, 'Opened again')}
        >
          Open again
        </Button>
      ) : (
        <ConfirmDialog
          trigger={<Button size="sm">Resolve</Button>}
          title={`Resolve ${all}?`}
          confirmLabel={`Resolve ${all}`}
          onConfirm={resolve}
          onOpenChange={(isOpen) => {
            setProblem(null);
            if (isOpen) setShown(seen());
          }}
          problem={
            problem !== null && (
              <Banner tone="bad" title={problem.title}>
                {problem.detail}
              </Banner>
            )
          }
        >
          <p className="pb-3">
            They leave the list, and each comes back by itself when something else about it no longer fits.
          </p>
          <TextArea
            label="Note"
            optional
            help="Added to what is noted about each of them."
            value={note}
            limit={longestNote}
            onChange={(event) => setNote(event.target.value)}
          />
        </ConfirmDialog>
      )}
    </fieldset>
  );
}
