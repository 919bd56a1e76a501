'use client';

import { useRouter } from 'next/navigation';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { replayEventAction } from '#lib/events/actions.ts';
import type { ChosenType } from '#lib/events/model.ts';
import { chosenTypes } from '#lib/events/model.ts';
import type { DeliveryView, EndpointView } from '#lib/events/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const tones = { waiting: 'neutral', delivered: 'good', failed: 'bad', dropped: 'neutral' } as const;

const findType = (text: string): ChosenType | undefined => chosenTypes.find((type) => type === text);

/** Names the type of an event. */
function formatType(text: string): string {
  const type = findType(text);
  return type === undefined ? tEvents('type.endpoint.test') : tEvents(`type.${type}`);
}

/** The newest events of an endpoint, with the last answer of its receiver. */
export function DeliveryLog({
  businessId,
  endpoint: { endpointId, url, channel, disabled },
  deliveries,
  onReplay,
}: {
  businessId: string;
  endpoint: EndpointView;
  deliveries: readonly DeliveryView[];
  onReplay: () => void;
}) {
  const router = useRouter();
  return (
    <Section
      title={tEvents('log.title', { receiver: channel ?? new URL(url).host })}
      titleId="deliveries"
      flush
      actions={
        <>
          <Button size="sm" onPress={() => router.refresh()}>
            {tEvents('log.refresh')}
          </Button>
          {deliveries.length > 0 && (
            <Button size="sm" isDisabled={disabled !== null} onPress={onReplay}>
              {tEvents('replay.title')}
            </Button>
          )}
        </>
      }
    >
      {deliveries.length === 0 && <p className="px-4 py-3 text-sm">{tEvents('log.none')}</p>}
      {deliveries.length > 0 && (
        <DataTable stacks="flow" labelledBy="deliveries" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tEvents('log.event')}</HeadCell>
              <HeadCell>{tEvents('log.state')}</HeadCell>
              <HeadCell numeric>{tEvents('log.time')}</HeadCell>
              <HeadCell>{tEvents('log.answer')}</HeadCell>
              <HeadCell>
                <span className="sr-only">{tEvents('log.actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.eventId}
                businessId={businessId}
                endpointId={endpointId}
                isEnabled={disabled === null}
                delivery={delivery}
              />
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

function DeliveryRow({
  businessId,
  endpointId,
  isEnabled,
  delivery: { eventId, type, recordId, createdAt, state, attempts, httpStatus, answer, problem },
}: {
  businessId: string;
  endpointId: string;
  isEnabled: boolean;
  delivery: DeliveryView;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const small = 'block text-muted text-xs';
  return (
    <Row>
      <Cell className="py-2 align-top">
        {formatType(type)}
        <span className={`${small} font-mono`}>{recordId}</span>
      </Cell>
      <Cell className="py-2 align-top">
        <Badge tone={tones[state]}>{tEvents(`state.${state}`)}</Badge>
        {attempts > 0 && <span className={small}>{tEvents('log.attempts', { count: attempts })}</span>}
      </Cell>
      <Cell numeric className="py-2 align-top">
        <Time at={toUnixSeconds(createdAt)} />
      </Cell>
      <Cell className="whitespace-normal py-2 align-top">
        {httpStatus === null && problem === null && (
          <span className="text-muted">{tEvents('log.noAnswer')}</span>
        )}
        {httpStatus !== null && tEvents('log.status', { status: String(httpStatus) })}
        {problem !== null && tEvents(`problem.${problem}`)}
        {answer !== null && answer !== '' && (
          <span className={`${small} max-h-24 overflow-auto whitespace-pre-wrap break-all font-mono`}>
            {answer}
          </span>
        )}
      </Cell>
      <Cell className="py-2 text-end align-top">
        {state !== 'waiting' && (
          <Button
            size="sm"
            isPending={isPending}
            isDisabled={!isEnabled}
            aria-label={tEvents('replay.one', { type: formatType(type), id: recordId })}
            onPress={() =>
              void act(() => replayEventAction({ businessId, endpointId, eventId }), {
                failed: tEvents('replay.notDone'),
                done: ({ count }) => tEvents('replay.done', { count }),
              })
            }
          >
            {tEvents('replay.button')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
