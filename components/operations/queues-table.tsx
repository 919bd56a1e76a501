import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { Time } from '#components/ui/time.tsx';
import type { StatusQueue } from '#lib/connection/schema.ts';
import { tOperations } from '#lib/messages/operations.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** The waiting items of the business, with the age of the oldest one. */
export function QueuesTable({ queues }: { queues: readonly StatusQueue[] }) {
  return (
    <Section title={tOperations('queues.title')} titleId="queues" flush>
      <DataTable labelledBy="queues" sticky={false} takesFocus>
        <thead>
          <tr>
            <HeadCell>{tOperations('queues.queue')}</HeadCell>
            <HeadCell numeric>{tOperations('queues.depth')}</HeadCell>
            <HeadCell numeric>{tOperations('queues.oldest')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ key, depth, more, oldestAt }) => (
            <Row key={key}>
              <Cell className="font-medium">{tOperations(`queues.names.${key}`)}</Cell>
              <Cell numeric>
                {more ? (
                  tOperations('queues.atLeast', { count: String(depth) })
                ) : (
                  <LocaleNumber value={depth} />
                )}
              </Cell>
              <Cell numeric>{oldestAt === null ? '—' : <Time at={toUnixSeconds(oldestAt)} />}</Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Section>
  );
}
