'use client';

import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { enableEndpointAction, sendTestEventAction } from '#lib/events/actions.ts';
import { isAboutCases, isChat } from '#lib/events/model.ts';
import type { EndpointView, EventsView } from '#lib/events/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { DeliveryLog } from './delivery-log.tsx';
import type { EndpointTask } from './endpoint-dialogs.tsx';
import { EndpointDialogs } from './endpoint-dialogs.tsx';
import { ReviewCasesSection } from './review-cases-section.tsx';

/** The endpoints that receive events of the business, and the log of one of them. */
export function EventsPage({ businessId, view }: { businessId: string; view: EventsView }) {
  const [task, setTask] = useState<EndpointTask | null>(null);
  const { endpoints, proposals, shown, deliveries } = view;
  const logged = endpoints.find(({ endpointId }) => endpointId === shown);
  return (
    <>
      <PageHeader
        title={tEvents('title')}
        description={tEvents('description')}
        back={{ href: `/${businessId}/settings`, label: tSettings('title') }}
        main={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setTask({ kind: 'add' })}>
            {tEvents('add.button')}
          </Button>
        }
      />
      <PageBody>
        {endpoints.length === 0 && (
          <EmptyState icon={<Webhook aria-hidden />} title={tEvents('none.title')}>
            <p>{tEvents('none.detail')}</p>
          </EmptyState>
        )}
        {endpoints.map((endpoint) => (
          <EndpointSection
            key={endpoint.endpointId}
            businessId={businessId}
            endpoint={endpoint}
            isShown={endpoint.endpointId === shown}
            onOpen={setTask}
          />
        ))}
        {proposals !== null && (
          <ReviewCasesSection
            businessId={businessId}
            proposals={proposals}
            onPropose={() => setTask({ kind: 'propose' })}
          />
        )}
        {logged !== undefined && (
          <DeliveryLog
            businessId={businessId}
            endpoint={logged}
            deliveries={deliveries}
            onReplay={() => setTask({ kind: 'replay', endpoint: logged })}
          />
        )}
        {task !== null && (
          <EndpointDialogs businessId={businessId} task={task} onClose={() => setTask(null)} />
        )}
      </PageBody>
    </>
  );
}

/** Says if an endpoint receives events. */
function EndpointState({ endpoint: { disabled, failingSince, pausedUntil } }: { endpoint: EndpointView }) {
  if (disabled !== null) return <Badge tone="attention">{tEvents(`disabled.${disabled.for}`)}</Badge>;
  if (pausedUntil !== null)
    return (
      <Badge tone="attention">
        {tEvents.rich('pausedUntil', { time: () => <Time key="until" at={toUnixSeconds(pausedUntil)} /> })}
      </Badge>
    );
  if (failingSince === null) return <Badge tone="good">{tEvents('active')}</Badge>;
  return (
    <Badge tone="attention">
      {tEvents.rich('failingSince', { time: () => <Time key="since" at={toUnixSeconds(failingSince)} /> })}
    </Badge>
  );
}

/** The key that verifies the events of a program, or why the secret of an endpoint can't be used. */
function EndpointKey({ endpoint: { format, isReadable, publicKey } }: { endpoint: EndpointView }) {
  if (!isReadable) return <p className="text-bad">{tEvents(isChat(format) ? 'noAddress' : 'noPublicKey')}</p>;
  if (publicKey === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-muted">{tEvents('publicKey')}</span>
      <code className="break-all font-mono">{publicKey}</code>
      <CopyButton text={publicKey} label={tEvents('copyPublicKey')} />
    </p>
  );
}

function EndpointSection({
  businessId,
  endpoint,
  isShown,
  onOpen,
}: {
  businessId: string;
  endpoint: EndpointView;
  isShown: boolean;
  onOpen: (task: EndpointTask) => void;
}) {
  const { endpointId, format, url, channel, types, formerUntil, disabled } = endpoint;
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const isEnabled = disabled === null;
  const toggle = isEnabled ? 'disable' : 'enable';
  return (
    <Section
      title={<span className="[overflow-wrap:anywhere]">{channel ?? url}</span>}
      actions={
        <Button
          size="sm"
          isPending={isPending}
          isDisabled={!isEnabled}
          onPress={() =>
            void act(() => sendTestEventAction({ businessId, endpointId }), {
              failed: tEvents('test.failed'),
              done: tEvents('test.done'),
            })
          }
        >
          {tEvents('test.button')}
        </Button>
      }
    >
      <div className="grid gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="neutral">{tEvents(`formatNames.${format}`)}</Badge>
          <EndpointState endpoint={endpoint} />
        </p>
        {channel !== null && <p className="text-muted [overflow-wrap:anywhere]">{url}</p>}
        <p>{types.map((type) => tEvents(`type.${type}`)).join(', ')}</p>
        <EndpointKey endpoint={endpoint} />
        {formerUntil !== null && (
          <p className="text-muted">
            {tEvents.rich('formerUntil', {
              time: () => <Time key="until" at={toUnixSeconds(formerUntil)} />,
            })}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-2">
          {!isAboutCases(format) && (
            <Button size="sm" onPress={() => onOpen({ kind: 'change', endpoint })}>
              {tEvents('change.button')}
            </Button>
          )}
          {!isChat(format) && (
            <Button size="sm" onPress={() => onOpen({ kind: 'rotate', endpoint })}>
              {tEvents('rotate.button')}
            </Button>
          )}
          <Button
            size="sm"
            isPending={isPending}
            onPress={() =>
              void act(() => enableEndpointAction({ businessId, endpointId, isEnabled: !isEnabled }), {
                failed: tEvents(`${toggle}.failed`),
                done: tEvents(`${toggle}.done`),
              })
            }
          >
            {tEvents(`${toggle}.button`)}
          </Button>
          <Button size="sm" onPress={() => onOpen({ kind: 'remove', endpoint })}>
            {tEvents('remove.button')}
          </Button>
          {!isShown && (
            <TextLink href={`/${businessId}/settings/events?endpoint=${endpointId}`}>
              {tEvents('log.show')}
            </TextLink>
          )}
        </p>
      </div>
    </Section>
  );
}
