'use client';

import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tExpectedWithdrawals } from '#lib/messages/withdrawals.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { expectWithdrawalsAction } from '#lib/withdrawals/expected/actions.ts';
import { largestFile, maximumIds } from '#lib/withdrawals/expected/model.ts';
import type { ExpectedWithdrawalsView } from '#lib/withdrawals/expected/schema.ts';

/** The list of withdrawals that the business expects, and the unexpected ones. */
export function ExpectedWithdrawalsPage({
  businessId,
  view,
}: {
  businessId: string;
  view: ExpectedWithdrawalsView;
}) {
  return (
    <>
      <PageHeader
        title={tExpectedWithdrawals('title')}
        description={tExpectedWithdrawals('description')}
        back={{ href: `/${businessId}/withdrawals`, label: tExpectedWithdrawals('back') }}
      />
      <PageColumns aside={<Counts view={view} />}>
        {view.mayAdd && <AddIds businessId={businessId} />}
        {view.since !== null && <Unexpected businessId={businessId} view={view} />}
      </PageColumns>
    </>
  );
}

function Counts({ view: { since, expected, waiting, unexpected } }: { view: ExpectedWithdrawalsView }) {
  return (
    <Section title={tExpectedWithdrawals('counts.title')}>
      {since === null ? (
        <p className="text-muted text-sm">{tExpectedWithdrawals('counts.none')}</p>
      ) : (
        <DescriptionList>
          <Fact label={tExpectedWithdrawals('counts.expected')}>{expected}</Fact>
          <Fact label={tExpectedWithdrawals('counts.waiting')}>{waiting}</Fact>
          <Fact label={tExpectedWithdrawals('counts.unexpected')}>{unexpected}</Fact>
          <Fact label={tExpectedWithdrawals('counts.since')}>
            <DateTime at={toUnixSeconds(since)} />
          </Fact>
        </DescriptionList>
      )}
    </Section>
  );
}

function AddIds({ businessId }: { businessId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const form = useActionForm({
    businessId,
    draft: 'expected-withdrawals',
    subject: 'new',
    initial: { text: '' },
    action: ({ text }) => expectWithdrawalsAction({ businessId, text }),
    messages: {
      failed: tExpectedWithdrawals('form.failed'),
      done: ({ added }) => tExpectedWithdrawals('form.done', { count: added }),
    },
    refresh: true,
    isRepeated: true,
  });
  async function chooseFile(file: File | undefined) {
    if (file === undefined) return;
    // A problem with the file goes once the text changes or is sent.
    const refuse = (problem: string) => form.refuse({ text: [problem] });
    if (file.size > largestFile)
      return refuse(tExpectedWithdrawals('problem.tooMany', { count: maximumIds }));
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      form.refuse({});
      form.set({ text });
    } catch {
      refuse(tExpectedWithdrawals('problem.notText', { name: file.name }));
    }
  }
  return (
    <Section title={tExpectedWithdrawals('form.title')}>
      <ActionForm
        form={form}
        label={tExpectedWithdrawals('form.add')}
        isDisabled={form.fields.text.trim() === ''}
      >
        <TextArea
          label={tExpectedWithdrawals('form.ids')}
          help={tExpectedWithdrawals('form.help')}
          className="[&_textarea]:min-h-40 [&_textarea]:font-mono [&_textarea]:text-xs"
          spellCheck={false}
          autoComplete="off"
          {...form.field('text')}
        />
        <input
          ref={input}
          type="file"
          aria-label={tExpectedWithdrawals('form.file')}
          tabIndex={-1}
          className="sr-only"
          accept=".csv,.txt,text/csv"
          onChange={(event) => {
            void chooseFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div>
          <Button icon={<FileUp aria-hidden />} onPress={() => input.current?.click()}>
            {tExpectedWithdrawals('form.chooseFile')}
          </Button>
        </div>
      </ActionForm>
    </Section>
  );
}

function Unexpected({
  businessId,
  view: { rows, unexpected },
}: {
  businessId: string;
  view: ExpectedWithdrawalsView;
}) {
  return (
    <Section title={tExpectedWithdrawals('unexpected.title')} count={unexpected} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{tExpectedWithdrawals('unexpected.none')}</p>
      ) : (
        <>
          <DataTable label={tExpectedWithdrawals('unexpected.title')} sticky={false}>
            <thead>
              <tr>
                <HeadCell>{tExpectedWithdrawals('unexpected.id')}</HeadCell>
                <HeadCell>{tExpectedWithdrawals('unexpected.status')}</HeadCell>
                <HeadCell numeric>{tExpectedWithdrawals('unexpected.at')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ withdrawalId, clientWithdrawalId, status, firstReceivedAt, isRepeated }) => (
                <Row key={withdrawalId}>
                  <Cell>
                    <TextLink prefetch={false} href={`/${businessId}/withdrawals/${withdrawalId}`}>
                      {clientWithdrawalId === null
                        ? tExpectedWithdrawals('unexpected.noId')
                        : ExternalText(clientWithdrawalId)}
                    </TextLink>
                    {isRepeated && (
                      <span className="ms-2 text-attention text-xs">
                        {tExpectedWithdrawals('unexpected.repeated')}
                      </span>
                    )}
                  </Cell>
                  <Cell>
                    <Status kind="withdrawal" value={status} />
                  </Cell>
                  <Cell numeric>
                    <DateTime at={toUnixSeconds(firstReceivedAt)} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
          {rows.length < unexpected && (
            <p className="px-4 py-2 text-muted text-xs">
              {tExpectedWithdrawals('unexpected.more', { count: rows.length })}
            </p>
          )}
        </>
      )}
    </Section>
  );
}
