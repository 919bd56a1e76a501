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
import { bytesInWords } from './bytes-in-words.ts';
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
