'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { tPasskeys } from '#lib/messages/factors.ts';
import type { PasskeyView } from '#lib/passkeys/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const loadDialogs = () => import('./passkey-dialogs.tsx');
const AddPasskeyDialog = lazy(() => loadDialogs().then((file) => ({ default: file.AddPasskeyDialog })));
const RenamePasskeyDialog = lazy(() => loadDialogs().then((file) => ({ default: file.RenamePasskeyDialog })));
const RemovePasskeyDialog = lazy(() => loadDialogs().then((file) => ({ default: file.RemovePasskeyDialog })));

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyView };

/** The passkeys of the person, with which they sign in without a password. */
export function PasskeysSection({
  businessId,
  initial,
  areOn,
}: {
  businessId: string;
  initial: readonly PasskeyView[];
  /** False where browsers allow no passkeys for the address of this installation. */
  areOn: boolean;
}) {
  const [passkeys, setPasskeys] = useState(initial);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const change = (next: readonly PasskeyView[]) => {
    setPasskeys(next);
    close();
  };
  return (
    <Section
      title={tPasskeys('title')}
      titleId="passkeys"
      count={passkeys.length}
      flush
      actions={
        areOn && (
          <Button size="sm" onPress={() => setDialog({ kind: 'add' })}>
            {tPasskeys('add.button')}
          </Button>
        )
      }
    >
      <p className="max-w-form px-4 py-3 text-muted text-sm">{tPasskeys(areOn ? 'help' : 'off')}</p>
      {passkeys.length === 0 && areOn && <p className="px-4 pb-3 text-sm">{tPasskeys('none')}</p>}
      {passkeys.length > 0 && (
        <DataTable stacks labelledBy="passkeys" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tPasskeys('name')}</HeadCell>
              <HeadCell numeric>{tPasskeys('added')}</HeadCell>
              <HeadCell numeric>{tPasskeys('lastUsed')}</HeadCell>
              <HeadCell>
                <span className="sr-only">{tPasskeys('actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.passkeyId}
                passkey={passkey}
                onOpen={(kind) => setDialog({ kind, passkey })}
              />
            ))}
          </tbody>
        </DataTable>
      )}
      <Suspense>
        {dialog?.kind === 'add' && (
          <AddPasskeyDialog businessId={businessId} onAdded={setPasskeys} onClose={close} />
        )}
        {dialog?.kind === 'rename' && (
          <RenamePasskeyDialog
            businessId={businessId}
            passkey={dialog.passkey}
            onChange={change}
            onClose={close}
          />
        )}
        {dialog?.kind === 'remove' && (
          <RemovePasskeyDialog
            businessId={businessId}
            passkey={dialog.passkey}
            onChange={change}
            onClose={close}
          />
        )}
      </Suspense>
    </Section>
  );
}

function PasskeyRow({
  passkey,
  onOpen,
}: {
  passkey: PasskeyView;
  onOpen: (kind: 'rename' | 'remove') => void;
}) {
  const { name, isSyncable, createdAt, lastUsedAt } = passkey;
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-2 [overflow-wrap:anywhere]">
          {name}
          {isSyncable && <Badge hint={tPasskeys('syncableHint')}>{tPasskeys('syncable')}</Badge>}
        </span>
      </Cell>
      <Cell numeric>
        <Time at={toUnixSeconds(createdAt)} />
      </Cell>
      <Cell numeric>
        {lastUsedAt === null ? (
          <span className="text-muted">{tPasskeys('neverUsed')}</span>
        ) : (
          <Time at={toUnixSeconds(lastUsedAt)} />
        )}
      </Cell>
      <Cell>
        <span className="flex justify-end gap-2">
          <Button size="sm" onPress={() => onOpen('rename')}>
            {tPasskeys('rename.button')}
          </Button>
          <Button size="sm" onPress={() => onOpen('remove')}>
            {tPasskeys('remove.button')}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
