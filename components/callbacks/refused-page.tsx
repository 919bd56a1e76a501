import { ShieldX } from 'lucide-react';
import { PageBody, PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, Time, ZoneNote } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { kindInWords } from '#lib/callbacks/model-verdict.ts';
import type { NotKept, RefusalsView } from '#lib/callbacks/schema-refusals.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { AcknowledgeWithdrawals } from './acknowledge-withdrawals.tsx';
import { bytesInWords } from './bytes-in-words.ts';
import { FailingDeliveries } from './failing-deliveries.tsx';
import { RefusedBodyDisclosure } from './refused-body.tsx';

const reasons: Readonly<Record<string, string>> = {
  'too-large': 'Over 64 KiB',
  encoded: 'Content-encoding',
};

/** What came to the callback addresses and was refused: nothing of it was applied. */
export function RefusedPage({
  businessId,
  view,
  mayRead,
  mayAcknowledge,
}: {
  businessId: string;
  view: RefusalsView;
  mayRead: boolean;
  mayAcknowledge: boolean;
}) {
  const { refusals, next, notKept, failing, unseenWithdrawals } = view;
  const base = `/${businessId}/callbacks`;
  return (
    <>
      <PageHeader
        title="Refused callbacks"
        back={{ href: base, label: 'Callbacks' }}
        description={<ZoneNote />}
      />
      {(failing.length > 0 || unseenWithdrawals !== null) && (
        <div className="flex flex-col gap-2 px-4 pb-4">
          <FailingDeliveries failing={failing} />
          {unseenWithdrawals && (
            <AcknowledgeWithdrawals businessId={businessId} unseen={unseenWithdrawals} may={mayAcknowledge} />
          )}
        </div>
      )}
      {refusals.length === 0 && notKept.length === 0 ? (
        <EmptyState icon={<ShieldX aria-hidden />} title="Nothing was refused">
          <p>
            Bodies over 64 KiB and compressed ones are refused; their beginning is kept for you to look at.
          </p>
        </EmptyState>
      ) : (
        <>
          {refusals.length > 0 && (
            <ul aria-labelledby={pageTitleId} className="border-line border-t">
              {refusals.map(({ refusalId, kind, reason, length, receivedAt, headers }) => (
                <li key={refusalId} className="flex flex-col gap-2 border-line border-b px-4 py-2.5 text-sm">
                  <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                    <span className="font-medium">{kindInWords(kind)}</span>
                    <span className="text-attention">
                      {reasons[reason] ?? reason}
                      {reason === 'encoded' && ` ${headers['content-encoding'] ?? ''}`}
                    </span>
                    <span className="text-muted">{bytesInWords(length)} kept</span>
                    <span className="text-muted sm:ml-auto">
                      <DateTime at={inSeconds(receivedAt)} precise />
                    </span>
                  </p>
                  {mayRead ? (
                    <RefusedBodyDisclosure businessId={businessId} refusalId={refusalId} />
                  ) : (
                    <p className="text-muted text-xs">
                      What is kept of it is shown to compliance and owners only.
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
          {next !== null && (
            <div className="px-4 py-3">
              <LinkButton size="sm" href={`${base}/refused?before=${next}`}>
                Older
              </LinkButton>
            </div>
          )}
          {notKept.length > 0 && <NotKeptByHour counts={notKept} />}
        </>
      )}
    </>
  );
}

const causes: Readonly<Record<string, string>> = {
  secret: 'Wrong secret in the address (404)',
  kind: 'Wrong kind in the address (404)',
  source: 'From where none is taken (404)',
  signature: 'Without a right signature (404)',
  unavailable: 'We could not keep it (503): asked to come again',
};

function NotKeptByHour({ counts }: { counts: readonly NotKept[] }) {
  return (
    <PageBody>
      <div id="not-kept" className="scroll-mt-4">
        <Section title="Not kept, by the hour" flush>
          <p className="max-w-prose px-4 py-2.5 text-muted text-sm">
            What named this business at a wrong address, whose sender has proven nothing, and what we could
            not keep while the database was away or there was too much. Nothing of them is here but their
            number.
          </p>
          <DataTable label="Not kept, by the hour" density="compact" sticky={false} takesFocus>
            <thead>
              <tr>
                <HeadCell>Hour</HeadCell>
                <HeadCell>Kind</HeadCell>
                <HeadCell>Why</HeadCell>
                <HeadCell>First</HeadCell>
                <HeadCell>Last</HeadCell>
                <HeadCell numeric>How often</HeadCell>
              </tr>
            </thead>
            <tbody>
              {counts.map(({ hour, kind, reason, count, firstAt, lastAt }) => (
                <Row key={`${hour} ${kind} ${reason}`}>
                  <Cell>
                    <DateTime at={inSeconds(hour)} />
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
                    <Time at={inSeconds(firstAt)} />
                  </Cell>
                  <Cell>
                    <Time at={inSeconds(lastAt)} />
                  </Cell>
                  <Cell numeric>{count}</Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
        </Section>
      </div>
    </PageBody>
  );
}
