import type { ReactNode } from 'react';
import { PageBody } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DateTime, Day } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { formatCallbackKind } from '#lib/callbacks/model/verdict.ts';
import type { UnstoredDay, UnstoredView } from '#lib/callbacks/schema/refusals.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const causes: Readonly<Record<string, string>> = {
  secret: tRefusedCallbacks('cause.secret'),
  kind: tRefusedCallbacks('cause.kind'),
  source: tRefusedCallbacks('cause.source'),
  signature: tRefusedCallbacks('cause.signature'),
  unavailable: tRefusedCallbacks('cause.unavailable'),
};

const parts = ['misaddressed', 'unavailable', 'withdrawals'] as const;

/** Returns true if any part has a day to show. */
export const hasUnstored = (unstored: UnstoredView): boolean =>
  parts.some((part) => unstored[part].days.length > 0);

/** Lists callbacks of which only counts are stored: the numbers that Overview shows, by day. */
export function UnstoredByDay({ unstored }: { unstored: UnstoredView }) {
  const { timeZone, dayCount, misaddressed, unavailable, withdrawals } = unstored;
  if (!hasUnstored(unstored)) return null;
  const span = tRefusedCallbacks('days.span', { days: dayCount, timeZone });
  return (
    <PageBody>
      {misaddressed.days.length > 0 && (
        <Part
          id="misaddressed"
          title={tRefusedCallbacks('days.address')}
          count={misaddressed.count}
          days={misaddressed.days}
        >
          {tRefusedCallbacks('days.addressText', { span })}
        </Part>
      )}
      {unavailable.days.length > 0 && (
        <Part
          id="unavailable"
          title={tRefusedCallbacks('days.unavailable')}
          count={unavailable.count}
          days={unavailable.days}
        >
          {tRefusedCallbacks('days.unavailableText', { span })}
        </Part>
      )}
      {withdrawals.days.length > 0 && (
        <Part id="withdrawals" title={tRefusedCallbacks('days.withdrawals')} days={withdrawals.days}>
          {tRefusedCallbacks('days.withdrawalsText', { span })}
        </Part>
      )}
    </PageBody>
  );
}

function Part({
  id,
  title,
  count,
  days,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  days: readonly UnstoredDay[];
  children: ReactNode;
}) {
  return (
    <div id={id} className="scroll-mt-4">
      <Section title={title} count={count} flush>
        <p className="max-w-prose px-4 py-2.5 text-muted text-sm">{children}</p>
        <DataTable stacks label={title} density="compact" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tRefusedCallbacks('days.day')}</HeadCell>
              <HeadCell>{tRefusedCallbacks('days.kind')}</HeadCell>
              <HeadCell>{tRefusedCallbacks('days.reason')}</HeadCell>
              <HeadCell>{tRefusedCallbacks('days.first')}</HeadCell>
              <HeadCell>{tRefusedCallbacks('days.last')}</HeadCell>
              <HeadCell numeric>{tRefusedCallbacks('days.count')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, kind, reason, count: dayCount, firstAt, lastAt }) => (
              <Row key={`${day} ${kind} ${reason}`}>
                <Cell>
                  <Day day={day} />
                </Cell>
                <Cell>
                  {kind === 'unknown' ? (
                    <UnknownValue reason={tRefusedCallbacks('days.unknownKind')} />
                  ) : (
                    formatCallbackKind(kind)
                  )}
                </Cell>
                <Cell>{causes[reason] ?? reason}</Cell>
                <Cell>
                  <DateTime at={toUnixSeconds(firstAt)} />
                </Cell>
                <Cell>
                  <DateTime at={toUnixSeconds(lastAt)} />
                </Cell>
                <Cell numeric>{dayCount}</Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      </Section>
    </div>
  );
}
