'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { addBusinessAction } from '#lib/businesses/actions.ts';
import type { BusinessMembership } from '#lib/businesses/schema.ts';
import { tSettingsBusinesses } from '#lib/messages/settings.ts';
import { formatRole } from '#lib/values/roles.ts';

/** The businesses of the person. An owner can add another one of the same service account. */
export function BusinessesSection({
  businessId,
  businesses,
  mayAdd,
}: {
  businessId: string;
  businesses: readonly BusinessMembership[];
  mayAdd: boolean;
}) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={tSettingsBusinesses('title')}
      titleId="businesses"
      count={businesses.length}
      flush
      actions={
        mayAdd && (
          <Button size="sm" onPress={() => setAdding(true)}>
            {tSettingsBusinesses('add.button')}
          </Button>
        )
      }
    >
      <p className="max-w-form px-4 py-3 text-muted text-sm">{tSettingsBusinesses('help')}</p>
      <DataTable labelledBy="businesses" sticky={false} takesFocus>
        <thead>
          <tr>
            <HeadCell>{tSettingsBusinesses('name')}</HeadCell>
            <HeadCell>{tSettingsBusinesses('role')}</HeadCell>
            <HeadCell className="max-sm:hidden">{tSettingsBusinesses('timeZone')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {businesses.map((business) => (
            <Row key={business.businessId}>
              <Cell>
                <TextLink href={`/${business.businessId}`}>{business.name}</TextLink>
                {business.businessId === businessId && (
                  <>
                    {' '}
                    <Badge tone="neutral">{tSettingsBusinesses('current')}</Badge>
                  </>
                )}
              </Cell>
              <Cell>{formatRole(business.role)}</Cell>
              <Cell className="max-sm:hidden">{business.timeZone.replaceAll('_', ' ')}</Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {isAdding && <AddBusinessDialog businessId={businessId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Asks for the ID of the business, then opens its Connection page, where its callback addresses are. */
function AddBusinessDialog({ businessId, onClose }: { businessId: string; onClose: () => void }) {
  const router = useRouter();
  const [newBusinessId, setNewBusinessId] = useState('');
  const { act, isPending, problem } = useAction({ inForm: true });
  const fieldError = problem?.fieldErrors['newBusinessId']?.[0];
  async function add() {
    const added = await act(() => addBusinessAction({ businessId, newBusinessId }), {
      failed: tSettingsBusinesses('add.failed'),
      done: () => ({
        title: tSettingsBusinesses('add.done'),
        detail: tSettingsBusinesses('add.doneDetail'),
      }),
    });
    if (added === null) return;
    onClose();
    router.push(`/${added.businessId}/connection`);
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={tSettingsBusinesses('add.title')}
      problem={fieldError === undefined && <ProblemNote problem={problem} />}
      footer={
        <Button variant="primary" isPending={isPending} onPress={() => void add()}>
          {tSettingsBusinesses('add.confirm')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted text-sm">{tSettingsBusinesses('add.detail')}</p>
        <TextField
          label={tSettingsBusinesses('add.id')}
          help={tSettingsBusinesses('add.idHelp')}
          value={newBusinessId}
          error={fieldError}
          autoFocus
          onChange={({ target }) => setNewBusinessId(target.value)}
        />
      </div>
    </Dialog>
  );
}
