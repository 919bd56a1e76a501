import { ShieldX } from 'lucide-react';
import { PageBody, PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { kindInWords } from '#lib/callbacks/model-verdict.ts';
import type { Misaddressed, RefusalsView } from '#lib/callbacks/schema-refusals.ts';
import { inSeconds } from '#lib/values/instant.ts';
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
}: {
  businessId: string;
  view: RefusalsView;
  mayRead: boolean;
}) {
  const { refusals, next, misaddressed } = view;
  const base = `/${businessId}/callbacks`;
  return (
    <>
      <PageHeader
        title="Refused callbacks"
        back={{ href: base, label: 'Callbacks' }}
        description={<ZoneNote />}
      />
      {refusals.length === 0 && misaddressed.length === 0 ? (
        <EmptyState icon={<ShieldX aria-hidden />} title="Nothing was refused">
          <p>
            Bodies over 64 KiB and compressed ones are refused; their beginning is kept for you to look at.
          </p>
        </EmptyState>
      ) : (
        <>
          {refusals.length > 0 && (
            <DataTable labelledBy={pageTitleId} sticky={false}>
              <thead>
                <tr>
                  <HeadCell>Kind</HeadCell>
                  <HeadCell>Refused for</HeadCell>
                  <HeadCell numeric>Kept</HeadCell>
                  <HeadCell>Content</HeadCell>
                  <HeadCell numeric>Received</HeadCell>
                </tr>
              </thead>
              <tbody>
                {refusals.map(({ refusalId, kind, reason, length, receivedAt, headers }) => (
                  <Row key={refusalId} className="[&_td]:py-2 [&_td]:align-top">
                    <Cell>{kindInWords(kind)}</Cell>
                    <Cell>
                      {reasons[reason] ?? reason}
                      {reason === 'encoded' && (
                        <span className="text-muted"> {headers['content-encoding'] ?? ''}</span>
                      )}
                    </Cell>
                    <Cell numeric>{length} bytes</Cell>
                    <Cell className="w-full">
                      {mayRead ? (
                        <RefusedBodyDisclosure businessId={businessId} refusalId={refusalId} />
                      ) : (
                        <span className="text-muted text-xs">Shown to compliance and owners only</span>
                      )}
                    </Cell>
                    <Cell numeric className="text-muted">
                      <DateTime at={inSeconds(receivedAt)} precise />
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </DataTable>
          )}
          {next !== null && (
            <div className="px-4 py-3">
              <LinkButton size="sm" href={`${base}/refused?before=${next}`}>
                Older
              </LinkButton>
            </div>
          )}
          {misaddressed.length > 0 && <WrongAddresses counts={misaddressed} />}
        </>
      )}
    </>
  );
}

function WrongAddresses({ counts }: { counts: readonly Misaddressed[] }) {
  return (
    <PageBody>
      <Section title="Wrong addresses, by the hour" flush>
        <p className="px-4 py-2.5 text-muted text-sm">
          Requests that named this business with a wrong secret or kind. Nothing of them is kept but their
          number: their sender has proven nothing.
        </p>
        <DataTable label="Wrong addresses" density="compact" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>Hour</HeadCell>
              <HeadCell>What was wrong</HeadCell>
              <HeadCell numeric>How often</HeadCell>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ hour, reason, count }) => (
              <Row key={`${hour} ${reason}`}>
                <Cell>
                  <DateTime at={inSeconds(hour)} />
                </Cell>
                <Cell>{reason === 'secret' ? 'The secret' : 'The kind'}</Cell>
                <Cell numeric>{count}</Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      </Section>
    </PageBody>
  );
}
