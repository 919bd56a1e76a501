import type { ReactNode } from 'react';
import { PageBody } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DateTime, Day } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import type { UnstoredDay, UnstoredView } from '#lib/callbacks/schema/refusals.ts';
import { attentionDays } from '#lib/values/attention.ts';
import { inSeconds } from '#lib/values/instant.ts';

const causes: Readonly<Record<string, string>> = {
  secret: 'Wrong secret in the address (404)',
  kind: 'Wrong kind in the address (404)',
  source: 'From where none is taken (404)',
  signature: 'Without a right signature (404)',
  unavailable: 'We could not keep it (503): asked to come again',
};

const parts = ['misaddressed', 'unavailable', 'withdrawals'] as const;

export const hasAny = (notKept: UnstoredView): boolean => parts.some((part) => notKept[part].days.length > 0);

/** Callbacks of which nothing is here but their number: under the numbers that Overview has, the days that make them. */
export function UnstoredByDay({ notKept }: { notKept: UnstoredView }) {
  const { timeZone, misaddressed, unavailable, withdrawals } = notKept;
  if (!hasAny(notKept)) return null;
  const span = `The last ${attentionDays} days, today included, in ${timeZone}`;
  return (
    <PageBody>
      {misaddressed.days.length > 0 && (
        <Part
          id="misaddressed"
          title="Refused: wrong address"
          count={misaddressed.count}
          days={misaddressed.days}
        >
          What named this business at a wrong address; its sender has proven nothing. {span}.
        </Part>
      )}
      {unavailable.days.length > 0 && (
        <Part
          id="unavailable"
          title="We could not keep them"
          count={unavailable.count}
          days={unavailable.days}
        >
          What came while the database was away or there was too much, and was asked to come again. {span}.
        </Part>
      )}
      {withdrawals.days.length > 0 && (
        <Part id="withdrawals" title="Withdrawals" days={withdrawals.days}>
          What of withdrawals came to a wrong address or could not be kept. {span}, and older ones that nobody
          has acknowledged.
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
        <DataTable label={title} density="compact" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>Day</HeadCell>
              <HeadCell>Kind</HeadCell>
              <HeadCell>Why</HeadCell>
              <HeadCell>First</HeadCell>
              <HeadCell>Last</HeadCell>
              <HeadCell numeric>How often</HeadCell>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, kind, reason, count: often, firstAt, lastAt }) => (
              <Row key={`${day} ${kind} ${reason}`}>
                <Cell>
                  <Day day={day} />
                </Cell>
                <Cell>
                  {kind === 'unknown' ? (
                    <Unknown reason="The address did not tell the kind." />
                  ) : (
                    kindInWords(kind)
                  )}
                </Cell>
                <Cell>{causes[reason] ?? reason}</Cell>
                <Cell>
                  <DateTime at={inSeconds(firstAt)} />
                </Cell>
                <Cell>
                  <DateTime at={inSeconds(lastAt)} />
                </Cell>
                <Cell numeric>{often}</Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      </Section>
    </div>
  );
}
