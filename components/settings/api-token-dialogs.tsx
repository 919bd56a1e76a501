'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { ActionForm } from '#components/forms/action-form.tsx';
import { ChoiceGroup, toChoiceList } from '#components/forms/choice-group.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { isApiScope, isWriteScope } from '#lib/access/model-api-scopes.ts';
import {
  changeGroupRolesAction,
  createApiTokenAction,
  decideApiTokenAction,
  rerollApiTokenAction,
  revokeApiTokenAction,
  takeOverApiTokenAction,
} from '#lib/api-tokens/actions.ts';
import {
  defaultLifetimeDays,
  defaultOverlapHours,
  lifetimeDays,
  overlapHours,
} from '#lib/api-tokens/model.ts';
import { findTokenProposal, formatGroupLines } from '#lib/api-tokens/model-roles.ts';
import type { ApiTokenList, ApiTokenView, CreatedApiToken, DirectoryRoles } from '#lib/api-tokens/schema.ts';
import { tApiTokens, tApiTokenWrites } from '#lib/messages/api.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { GroupRoles } from './group-roles.tsx';

/** The dialog that is open. */
export type ApiTokenTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'reroll' | 'revoke' | 'review' | 'groups' | 'take-over'; readonly token: ApiTokenView };

type Choices = NonNullable<ApiTokenList['choices']>;

type DialogProps = {
  readonly businessId: string;
  readonly onChange: (list: ApiTokenList) => void;
  readonly onClose: () => void;
};

/** The dialogs of API tokens. A new token is shown until the person closes it. */
export function ApiTokenDialogs({
  task,
  choices,
  ...props
}: DialogProps & { readonly task: ApiTokenTask; readonly choices: Choices | null }) {
  const [secret, setSecret] = useState<string | null>(null);
  const onCreated = ({ token, ...list }: CreatedApiToken) => {
    props.onChange(list);
    setSecret(token);
  };
  if (secret !== null) return <SecretDialog token={secret} onClose={props.onClose} />;
  switch (task.kind) {
    case 'create':
      return choices && <CreateDialog {...props} choices={choices} onCreated={onCreated} />;
    case 'reroll':
      return <RerollDialog {...props} token={task.token} onCreated={onCreated} />;
    case 'revoke':
      return (
        <ConfirmTokenDialog
          {...props}
          token={task.token}
          verb="revoke"
          detail={tApiTokens(task.token.maker === null ? 'revoke.detail' : 'revoke.foreign')}
        />
      );
    case 'groups':
      return (
        task.token.directory && (
          <GroupsDialog {...props} token={task.token} directory={task.token.directory} />
        )
      );
    case 'take-over':
      return (
        <ConfirmTokenDialog
          {...props}
          token={task.token}
          verb="takeOver"
          detail={tApiTokens('takeOver.detail', { maker: task.token.maker ?? '' })}
        />
      );
    case 'review':
      return <ReviewDialog {...props} token={task.token} />;
  }
}

function CreateDialog({
  businessId,
  choices,
  onCreated,
  onClose,
}: DialogProps & { readonly choices: Choices; readonly onCreated: (created: CreatedApiToken) => void }) {
  const asksGroups = (scopes: string) => toChoiceList(scopes).includes('directory:write');
  const asksBusinesses = choices.businesses.length > 1;
  const [initial] = useState({
    name: '',
    scopes: '',
    businesses: businessId,
    addresses: '',
    groups: '',
    days: String(Math.min(defaultLifetimeDays, choices.maximumDays)),
  });
  const form = useActionForm({
    businessId,
    draft: 'api-token',
    subject: 'new-token',
    initial,
    hide: ({ scopes }) => [
      ...(asksGroups(scopes) ? [] : ['groups' as const]),
      ...(asksBusinesses ? [] : ['businesses' as const]),
    ],
    action: ({ scopes, businesses, ...texts }) =>
      createApiTokenAction({
        ...texts,
        businessId,
        businesses: [...toChoiceList(businesses)],
        scopes: toChoiceList(scopes).filter(isApiScope),
      }),
    messages: { failed: tApiTokens('create.failed'), done: tApiTokens('create.done') },
    onDone: onCreated,
  });
  return (
    <FormDialog title={tApiTokens('create.title')} onClose={onClose}>
      <ActionForm form={form} label={tApiTokens('create.submit')}>
        <TextField
          label={tApiTokens('name')}
          help={tApiTokens('create.nameHelp')}
          limit={60}
          {...form.field('name')}
        />
        <ChoiceGroup
          legend={tApiTokens('scopes')}
          choices={choices.scopes.map((value) => ({ value, label: tApiTokens(`scope.${value}`) }))}
          value={form.fields.scopes}
          error={form.errors['scopes']?.[0]}
          onChange={(scopes) => form.set({ scopes })}
        />
        {choices.scopes.some(isWriteScope) && <p className="text-muted text-sm">{tApiTokenWrites('help')}</p>}
        {asksGroups(form.fields.scopes) && (
          <TextArea
            label={tDirectory('groups.label')}
            help={tDirectory('groups.help')}
            optional
            rows={5}
            limit={30_000}
            {...form.field('groups')}
          />
        )}
        {asksBusinesses && (
          <ChoiceGroup
            legend={tApiTokens('businesses')}
            choices={choices.businesses.map(({ businessId: value, name: label }) => ({ value, label }))}
            value={form.fields.businesses}
            error={form.errors['businesses']?.[0]}
            onChange={(businesses) => form.set({ businesses })}
          />
        )}
        <Select
          label={tApiTokens('create.days')}
          choices={lifetimeDays
            .filter((count) => count <= choices.maximumDays)
            .map((count) => ({
              value: String(count),
              label: tApiTokens('create.dayChoice', { count }),
            }))}
          {...form.field('days')}
        />
        <TextArea
          label={tApiTokens('create.addresses')}
          help={tApiTokens('create.addressesHelp')}
          optional
          rows={3}
          limit={4_000}
          {...form.field('addresses')}
        />
      </ActionForm>
    </FormDialog>
  );
}

function RerollDialog({
  businessId,
  token: { tokenId, name },
  onCreated,
  onClose,
}: DialogProps & { readonly token: ApiTokenView; readonly onCreated: (created: CreatedApiToken) => void }) {
  const { act, isPending } = useAction({ businessId, kind: 'settings' });
  const [overlap, setOverlap] = useState(String(defaultOverlapHours));
  const reroll = async () => {
    const created = await act(() => rerollApiTokenAction({ businessId, tokenId, overlapHours: overlap }), {
      failed: tApiTokens('reroll.failed'),
      done: tApiTokens('reroll.done'),
    });
    if (created !== null) onCreated(created);
  };
  return (
    <FormDialog title={tApiTokens('reroll.title', { name })} onClose={onClose}>
      <div className="grid gap-3">
        <p>{tApiTokens('reroll.detail')}</p>
        <Select
          label={tApiTokens('reroll.overlap')}
          value={overlap}
          onChange={({ target }) => setOverlap(target.value)}
          choices={overlapHours.map((hours) => ({
            value: String(hours),
            label: tApiTokens('reroll.overlapChoice', { hours }),
          }))}
        />
        <div>
          <Button variant="primary" isPending={isPending} onPress={() => void reroll()}>
            {tApiTokens('reroll.submit')}
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}

/** Revokes a token, or makes that of a colleague the person's own. */
function ConfirmTokenDialog({
  businessId,
  token: { tokenId, name },
  verb,
  detail,
  onChange,
  onClose,
}: DialogProps & {
  readonly token: ApiTokenView;
  readonly verb: 'revoke' | 'takeOver';
  readonly detail: string;
}) {
  const { act } = useAction({ businessId, kind: 'settings' });
  const action = verb === 'revoke' ? revokeApiTokenAction : takeOverApiTokenAction;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={tApiTokens(`${verb}.title`, { name })}
      confirmLabel={tApiTokens(`${verb}.confirm`)}
      danger={verb === 'revoke'}
      onConfirm={async () => {
        const list = await act(() => action({ businessId, tokenId }), {
          failed: tApiTokens(`${verb}.failed`),
          done: tApiTokens(`${verb}.done`),
        });
        if (list !== null) onChange(list);
        return list !== null;
      }}
    >
      {detail}
    </ConfirmDialog>
  );
}

/** Proposes other roles for the groups of a directory. */
function GroupsDialog({
  businessId,
  token: { tokenId, name },
  directory: { roles, next },
  onChange,
  onClose,
}: DialogProps & { readonly token: ApiTokenView; readonly directory: DirectoryRoles }) {
  const [initial] = useState({ groups: formatGroupLines(next?.roles ?? roles) });
  const form = useActionForm({
    businessId,
    draft: 'group-roles',
    subject: tokenId,
    initial,
    action: ({ groups }) => changeGroupRolesAction({ businessId, tokenId, groups }),
    messages: { failed: tDirectory('groups.failed'), done: tDirectory('groups.done') },
    onDone: (list) => {
      onChange(list);
      onClose();
    },
  });
  return (
    <FormDialog title={tDirectory('groups.title', { name })} onClose={onClose}>
      <ActionForm form={form} label={tDirectory('groups.submit')}>
        <TextArea
          label={tDirectory('groups.label')}
          help={tDirectory('groups.help')}
          rows={8}
          limit={30_000}
          {...form.field('groups')}
        />
        <p className="text-muted text-sm">{tDirectory('groups.detail')}</p>
      </ActionForm>
    </FormDialog>
  );
}

/** Approves, declines or withdraws that a token writes. */
function ReviewDialog({
  businessId,
  token,
  onChange,
  onClose,
}: DialogProps & { readonly token: ApiTokenView }) {
  const { act, isPending } = useAction({ businessId, kind: 'settings' });
  const { name, scopes } = token;
  const proposal = findTokenProposal(token);
  if (proposal === null) return null;
  const { proposalId, isMine, blocks, after } = proposal;
  const isDirectory = scopes.filter(isWriteScope).every((scope) => scope === 'directory:write');
  return (
    <FormDialog
      title={isDirectory ? tDirectory('reviewTitle', { name }) : tApiTokenWrites('title', { name })}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <ul className="list-disc ps-5">
          {scopes.filter(isWriteScope).map((scope) => (
            <li key={scope}>{tApiTokens(`scope.${scope}`)}</li>
          ))}
        </ul>
        {after.groups !== undefined && <GroupRoles roles={after.groups} />}
        <p>{isDirectory ? tDirectory('consequence') : tApiTokenWrites('detail')}</p>
        <ProposalAnswers
          isMine={isMine}
          blocks={blocks}
          isPending={isPending}
          onAnswer={async (answer) => {
            const list = await act(() => decideApiTokenAction({ businessId, proposalId, answer }), {
              failed: tApiTokenWrites('failed'),
              done: tApiTokenWrites('done'),
            });
            if (list === null) return;
            onChange(list);
            onClose();
          }}
        />
      </div>
    </FormDialog>
  );
}

function FormDialog({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={title}>
      {children}
    </Dialog>
  );
}

/** Shows a new token for the only time. A click outside doesn't close it. */
function SecretDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      role="alertdialog"
      title={tApiTokens('secret.title')}
      footer={
        <Button variant="primary" onPress={onClose}>
          {tApiTokens('secret.close')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>{tApiTokens('secret.detail')}</p>
        <p className="flex items-center gap-2">
          <code className="break-all font-mono text-sm">{token}</code>
          <CopyButton text={token} label={tApiTokens('secret.label')} />
        </p>
      </div>
    </Dialog>
  );
}
