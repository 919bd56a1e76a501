'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import { revokeOtherSessionsAction, revokeSessionAction } from '#lib/people/actions.ts';
import type { SessionView, SettingsView } from '#lib/people/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Columns that a phone has no room for. Their values are below the device there. */
const wide = 'max-sm:hidden';

/** The open sessions of the person, on all devices. Each other one can be revoked. */
export function SessionsSection({
  businessId,
  initial,
  limits,
}: {
  businessId: string;
  initial: readonly SessionView[];
  limits: SettingsView['sessionLimits'];
}) {
  const { act, isPending } = useAction({ businessId, kind: 'settings' });
  const [sessions, setSessions] = useState(initial);
  const open = sessions.filter(({ endedAt }) => endedAt === null);
  const revoke = async (sessionId: string) => {
    const left = await act(() => revokeSessionAction({ businessId, sessionId }), {
      done: tSettings('sessions.revoked'),
      failed: tSettings('sessions.revokeFailed'),
    });
    if (left !== null) setSessions(left.sessions);
  };
  const revokeOthers = async () => {
    const left = await act(() => revokeOtherSessionsAction({ businessId }), {
      done: tSettings('sessions.othersRevoked'),
      failed: tSettings('sessions.revokeFailed'),
    });
    if (left !== null) setSessions(left.sessions);
  };
  return (
    <Section
      title={tSettings('sessions.title')}
      titleId="sessions"
      count={open.length}
      flush
      actions={
        open.length > 1 && (
          <Button size="sm" isDisabled={isPending} onPress={() => void revokeOthers()}>
            {tSettings('sessions.revokeOthers')}
          </Button>
        )
      }
    >
      {open.some(({ isNewDevice, isCurrent }) => isNewDevice && !isCurrent) && (
        <div className="px-4 py-3">
          <Banner tone="attention" title={tSettings('sessions.notice')}>
            {tSettings('sessions.noticeDetail')}
          </Banner>
        </div>
      )}
      <DataTable stacks labelledBy="sessions" sticky={false} takesFocus>
        <thead>
          <tr>
            <HeadCell>{tSettings('sessions.device')}</HeadCell>
            <HeadCell className={wide}>{tSettings('sessions.address')}</HeadCell>
            <HeadCell numeric className={wide}>
              {tSettings('sessions.createdAt')}
            </HeadCell>
            <HeadCell numeric className={wide}>
              {tSettings('sessions.lastSeenAt')}
            </HeadCell>
            <HeadCell>
              <span className="sr-only">{tSettings('sessions.actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow
              key={session.sessionId}
              session={session}
              isPending={isPending}
              onRevoke={() => void revoke(session.sessionId)}
            />
          ))}
        </tbody>
      </DataTable>
      <p className="border-line border-t px-4 py-2 text-muted text-xs">
        {tSettings('sessions.note', limits)}
      </p>
    </Section>
  );
}

function SessionRow({
  session,
  isPending,
  onRevoke,
}: {
  session: SessionView;
  isPending: boolean;
  onRevoke: () => void;
}) {
  const { device, address, createdAt, lastSeenAt, isCurrent, isNewDevice, endedAt } = session;
  const shownAddress = address ?? <UnknownValue reason={tSettings('sessions.noAddress')} />;
  return (
    <Row>
      <Cell className="max-sm:whitespace-normal max-sm:py-2">
        <span className="flex flex-wrap items-center gap-2">
          {device}
          {isCurrent && <Badge tone="good">{tSettings('sessions.current')}</Badge>}
          {isNewDevice && (
            <Badge tone="attention" hint={tSettings('sessions.newDeviceHint')}>
              {tSettings('sessions.newDevice')}
            </Badge>
          )}
        </span>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-2 text-xs sm:hidden">
          <dt className="text-muted">{tSettings('sessions.address')}</dt>
          <dd className="break-all font-mono">{shownAddress}</dd>
          <dt className="text-muted">{tSettings('sessions.createdAt')}</dt>
          <dd>
            <Time at={toUnixSeconds(createdAt)} />
          </dd>
          <dt className="text-muted">{tSettings('sessions.lastSeenAt')}</dt>
          <dd>
            <Time at={toUnixSeconds(lastSeenAt)} />
          </dd>
        </dl>
      </Cell>
      <Cell className={`${wide} font-mono text-xs`}>{shownAddress}</Cell>
      <Cell numeric className={wide}>
        <Time at={toUnixSeconds(createdAt)} />
      </Cell>
      <Cell numeric className={wide}>
        <Time at={toUnixSeconds(lastSeenAt)} />
      </Cell>
      <Cell className="text-end text-muted text-xs max-sm:whitespace-normal max-sm:py-2 max-sm:align-top">
        {endedAt !== null &&
          tSettings.rich('sessions.endedByLimit', { time: () => <Time at={toUnixSeconds(endedAt)} /> })}
        {endedAt === null && !isCurrent && (
          <Button size="sm" isDisabled={isPending} onPress={onRevoke}>
            {tSettings('sessions.revoke')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
