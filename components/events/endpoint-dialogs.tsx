'use client';

import { useState } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { ChoiceGroup, toChoiceList } from '#components/forms/choice-group.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import {
  addEndpointAction,
  changeEndpointAction,
  deleteEndpointAction,
  replayEventsAction,
  rotateEndpointSecretAction,
} from '#lib/events/actions.ts';
import { eventTypes, isChat, maximumChannel, maximumUrl, openFormats } from '#lib/events/model.ts';
import type { EndpointView } from '#lib/events/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { ProposeDialog } from './propose-dialog.tsx';

/** The dialog that is open. */
export type EndpointTask =
  | { readonly kind: 'add' | 'propose' }
  | { readonly kind: 'change' | 'rotate' | 'remove' | 'replay'; readonly endpoint: EndpointView };

type DialogProps = { readonly businessId: string; readonly onClose: () => void };
type OfEndpoint = DialogProps & { readonly endpoint: EndpointView };

/** The dialogs of endpoints. A new secret is shown until the person closes it. */
export function EndpointDialogs({ task, ...props }: DialogProps & { readonly task: EndpointTask }) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <SecretDialog secret={secret} onClose={props.onClose} />;
  switch (task.kind) {
    case 'add':
      return <SettingsDialog {...props} endpoint={null} onSecret={setSecret} />;
    case 'propose':
      return <ProposeDialog {...props} onSecret={setSecret} />;
    case 'change':
      return <SettingsDialog {...props} endpoint={task.endpoint} onSecret={setSecret} />;
    case 'rotate':
      return <RotateDialog {...props} endpoint={task.endpoint} onSecret={setSecret} />;
    case 'remove':
      return <RemoveDialog {...props} endpoint={task.endpoint} />;
    case 'replay':
      return <ReplayDialog {...props} endpoint={task.endpoint} />;
  }
}

const toFormat = (text: string) => openFormats.find((format) => format === text) ?? 'standard';

/** The address is never part of a draft, because it may be a secret. */
function useAddress(endpoint: EndpointView | null) {
  const [url, setUrl] = useState(endpoint === null || isChat(endpoint.format) ? '' : endpoint.url);
  // A change before the answer corrects no error.
  const [isCorrected, setCorrected] = useState(false);
  return { url, setUrl, isCorrected, setCorrected };
}

function SettingsDialog({
  businessId,
  endpoint,
  onSecret,
  onClose,
}: DialogProps & {
  readonly endpoint: EndpointView | null;
  readonly onSecret: (secret: string) => void;
}) {
  const address = useAddress(endpoint);
  const [initial] = useState({
    format: endpoint?.format ?? 'standard',
    channel: endpoint?.channel ?? '',
    types: (endpoint?.types ?? eventTypes).join(' '),
  });
  const verb = endpoint === null ? 'add' : 'change';
  const form = useActionForm({
    businessId,
    draft: 'event-endpoint',
    fields: ['format', 'channel', 'url', 'types'],
    hide: ({ format }) => [
      ...(endpoint === null ? [] : ['format' as const]),
      ...(isChat(toFormat(format)) ? [] : ['channel' as const]),
    ],
    subject: endpoint?.endpointId ?? 'new-endpoint',
    refresh: true,
    initial,
    action: async ({
      channel,
      types,
      ...fields
    }): Promise<ActionResult<{ readonly secret: string | null }>> => {
      address.setCorrected(false);
      const chosen = toChoiceList(types);
      const settings = {
        businessId,
        url: address.url,
        channel,
        types: eventTypes.filter((type) => chosen.includes(type)),
      };
      if (endpoint === null) return addEndpointAction({ ...settings, format: toFormat(fields.format) });
      const { endpointId } = endpoint;
      const result = await changeEndpointAction({ ...settings, endpointId });
      return result.ok ? { ok: true, data: { secret: null } } : result;
    },
    messages: { failed: tEvents(`${verb}.failed`), done: tEvents(`${verb}.done`) },
    onDone: ({ secret }) => {
      if (secret === null) onClose();
      else onSecret(secret);
    },
  });
  const format = toFormat(form.fields.format);
  const isKept = endpoint !== null && isChat(format);
  return (
    <Dialog isOpen onOpenChange={onClose} title={tEvents(`${verb}.title`)}>
      <ActionForm form={form} label={endpoint === null ? tEvents('add.button') : tEvents('change.submit')}>
        {endpoint === null && (
          <Select
            label={tEvents('format')}
            choices={openFormats.map((value) => ({ value, label: tEvents(`formats.${value}`) }))}
            {...form.field('format')}
          />
        )}
        {isChat(format) && (
          <TextField
            label={tEvents('channel')}
            help={tEvents('channelHelp')}
            optional
            limit={maximumChannel}
            {...form.field('channel')}
          />
        )}
        <TextField
          label={tEvents('url')}
          help={isKept ? tEvents('urlKept') : tEvents(`urlHelp.${format}`)}
          {...(isKept && { placeholder: endpoint.url })}
          autoComplete="off"
          limit={maximumUrl}
          value={address.url}
          error={address.isCorrected ? undefined : form.errors['url']?.[0]}
          onChange={({ target }) => {
            address.setUrl(target.value);
            address.setCorrected(!form.isPending);
          }}
        />
        <ChoiceGroup
          legend={tEvents('types')}
          choices={eventTypes.map((value) => ({ value, label: tEvents(`type.${value}`) }))}
          value={form.fields.types}
          error={form.errors['types']?.[0]}
          onChange={(types) => form.set({ types })}
        />
      </ActionForm>
    </Dialog>
  );
}

function RotateDialog({
  businessId,
  endpoint: { endpointId },
  onSecret,
  onClose,
}: OfEndpoint & { readonly onSecret: (secret: string) => void }) {
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const rotate = async () => {
    const rotated = await act(() => rotateEndpointSecretAction({ businessId, endpointId }), {
      failed: tEvents('rotate.failed'),
      done: tEvents('rotate.done'),
    });
    if (rotated?.secret != null) onSecret(rotated.secret);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tEvents('rotate.title')}
      footer={
        <Button variant="primary" isPending={isPending} onPress={() => void rotate()}>
          {tEvents('rotate.confirm')}
        </Button>
      }
    >
      <p>{tEvents('rotate.detail')}</p>
    </Dialog>
  );
}

function RemoveDialog({ businessId, endpoint: { endpointId }, onClose }: OfEndpoint) {
  const { act } = useAction({ businessId, kind: 'settings', refresh: true });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={tEvents('remove.title')}
      confirmLabel={tEvents('remove.confirm')}
      danger
      onConfirm={async () =>
        (await act(() => deleteEndpointAction({ businessId, endpointId }), {
          failed: tEvents('remove.failed'),
          done: tEvents('remove.done'),
        })) !== null
      }
    >
      {tEvents('remove.detail')}
    </ConfirmDialog>
  );
}

function ReplayDialog({ businessId, endpoint: { endpointId }, onClose }: OfEndpoint) {
  const { act, isPending, problem } = useAction({
    businessId,
    kind: 'settings',
    refresh: true,
    fields: ['from', 'to'],
  });
  const [days, setDays] = useState({ from: '', to: '' });
  const [which, setWhich] = useState<'failed' | 'all'>('failed');
  const replay = async () => {
    const replayed = await act(() => replayEventsAction({ businessId, endpointId, ...days, which }), {
      failed: tEvents('replay.notDone'),
      done: ({ count }) => tEvents('replay.done', { count }),
    });
    if (replayed !== null) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tEvents('replay.title')}
      footer={
        <Button variant="primary" isPending={isPending} onPress={() => void replay()}>
          {tEvents('replay.button')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>{tEvents('replay.detail')}</p>
        <div className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={tEvents(`replay.${end}`)}
              error={problem?.fieldErrors[end]?.[0]}
              value={days[end]}
              onChange={({ target }) => setDays((present) => ({ ...present, [end]: target.value }))}
            />
          ))}
        </div>
        <Select
          label={tEvents('replay.which')}
          value={which}
          onChange={({ target }) => setWhich(target.value === 'all' ? 'all' : 'failed')}
          choices={[
            { value: 'failed', label: tEvents('replay.failed') },
            { value: 'all', label: tEvents('replay.all') },
          ]}
        />
      </div>
    </Dialog>
  );
}

/** Shows a new secret for the only time. A click outside doesn't close it. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      role="alertdialog"
      title={tEvents('secret.title')}
      footer={
        <Button variant="primary" onPress={onClose}>
          {tEvents('secret.close')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>{tEvents('secret.detail')}</p>
        <p className="flex items-center gap-2">
          <code className="break-all font-mono text-sm">{secret}</code>
          <CopyButton text={secret} label={tEvents('secret.label')} />
        </p>
      </div>
    </Dialog>
  );
}
