'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { decideTokenLifetimeAction, setTokenLifetimeAction } from '#lib/api-tokens/actions.ts';
import { lifetimeDays } from '#lib/api-tokens/model.ts';
import type { ApiTokenList, TokenLifetime } from '#lib/api-tokens/schema.ts';
import { tApiTokens, tTokenLifetime } from '#lib/messages/api.ts';

/** The longest life of new tokens, which owners change. */
export function TokenLifetimeNote({
  businessId,
  lifetime: { days, proposal },
  onChange,
}: {
  businessId: string;
  lifetime: TokenLifetime;
  onChange: (list: ApiTokenList) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  return (
    <div className="grid gap-2 px-4 pb-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {tTokenLifetime('present', { days })}
        {proposal === null && (
          <Button size="sm" onPress={() => setOpen(true)}>
            {tTokenLifetime('change')}
          </Button>
        )}
      </p>
      {proposal !== null && (
        <div className="grid max-w-form gap-2">
          <p>{tTokenLifetime('waiting', { days: proposal.after, person: proposal.proposedBy })}</p>
          <ProposalAnswers
            isMine={proposal.isMine}
            blocks={proposal.blocks}
            isPending={isPending}
            onAnswer={async (answer) => {
              const { proposalId } = proposal;
              await act(() => decideTokenLifetimeAction({ businessId, proposalId, answer }), {
                failed: tTokenLifetime('failed'),
                done: tTokenLifetime('done'),
              });
            }}
          />
        </div>
      )}
      {isOpen && (
        <LifetimeDialog
          businessId={businessId}
          days={days}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function LifetimeDialog({
  businessId,
  days,
  onChange,
  onClose,
}: {
  businessId: string;
  days: number;
  onChange: (list: ApiTokenList) => void;
  onClose: () => void;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'settings' });
  const [chosen, setChosen] = useState(String(days));
  const save = async () => {
    const list = await act(() => setTokenLifetimeAction({ businessId, days: chosen }), {
      failed: tTokenLifetime('failed'),
      done: tTokenLifetime('done'),
    });
    if (list === null) return;
    onChange(list);
    onClose();
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={tTokenLifetime('title')}>
      <div className="grid gap-3">
        <p>{tTokenLifetime('detail')}</p>
        <Select
          label={tTokenLifetime('days')}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          choices={lifetimeDays.map((count) => ({
            value: String(count),
            label: tApiTokens('create.dayChoice', { count }),
          }))}
        />
        <div>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={chosen === String(days)}
            onPress={() => void save()}
          >
            {tTokenLifetime('submit')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
