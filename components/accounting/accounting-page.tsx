'use client';

import { Download } from 'lucide-react';
import { startDownload } from '#components/list/exports/start-download.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { Time } from '#components/ui/time.tsx';
import type { AccountingChoice, AccountingView } from '#lib/accounting/schema.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AccountsSection } from './accounts-section.tsx';
import { JournalForm } from './journal-form.tsx';
import { runHref } from './run-href.ts';

/** The journal for the books: its files, and the accounts that they use. */
export function AccountingPage({
  businessId,
  view,
  choice,
}: {
  businessId: string;
  view: AccountingView;
  choice: AccountingChoice;
}) {
  const { runs, settings, mayExport, mayMap } = view;
  return (
    <>
      <PageHeader
        title={tAccounting('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tAccounting('description')}
      />
      <PageBody>
        {mayExport && (
          <JournalForm key={JSON.stringify(choice)} businessId={businessId} view={view} choice={choice} />
        )}
        <Section title={tAccounting('runs.title')} flush={runs.length > 0}>
          {runs.length === 0 ? (
            <p className="text-muted text-sm">{tAccounting('runs.none')}</p>
          ) : (
            <DataTable stacks label={tAccounting('runs.title')} sticky={false} takesFocus={!mayExport}>
              <thead>
                <tr>
                  <HeadCell>{tAccounting('runs.run')}</HeadCell>
                  <HeadCell>{tAccounting('runs.period')}</HeadCell>
                  <HeadCell>{tAccounting('runs.target')}</HeadCell>
                  <HeadCell numeric>{tAccounting('runs.entries')}</HeadCell>
                  <HeadCell>{tAccounting('runs.sha256')}</HeadCell>
                  <HeadCell>{tAccounting('runs.created')}</HeadCell>
                  {mayExport && (
                    <HeadCell>
                      <span className="sr-only">{tAccounting('runs.again')}</span>
                    </HeadCell>
                  )}
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <Row key={run.runId}>
                    <Cell>
                      {run.number}
                      {run.replacedBy !== null && (
                        <>
                          {' '}
                          <Badge tone="attention">
                            {tAccounting('runs.replaced', { number: String(run.replacedBy) })}
                          </Badge>
                        </>
                      )}
                    </Cell>
                    <Cell className="whitespace-normal">
                      {tAccounting('runs.days', { from: run.from, to: run.to, currency: run.currency })}
                    </Cell>
                    <Cell className="whitespace-normal">
                      {tAccounting(`target.${run.target}`)} · {tAccounting(`mode.${run.mode}`)}
                    </Cell>
                    <Cell numeric>
                      <LocaleNumber value={run.entries} />
                    </Cell>
                    <Cell>
                      <Identifier value={run.sha256} name={tAccounting('runs.sha256')} />
                    </Cell>
                    <Cell className="whitespace-normal">
                      {run.createdBy}, <Time at={toUnixSeconds(run.createdAt)} />
                    </Cell>
                    {mayExport && (
                      <Cell>
                        <Button
                          size="sm"
                          icon={<Download aria-hidden />}
                          aria-label={tAccounting('runs.downloadNamed', { number: String(run.number) })}
                          onPress={() => startDownload(runHref(businessId, run.runId))}
                        >
                          {tAccounting('runs.again')}
                        </Button>{' '}
                        <Button
                          size="sm"
                          variant="quiet"
                          aria-label={tAccounting('runs.manifestNamed', { number: String(run.number) })}
                          onPress={() => startDownload(`${runHref(businessId, run.runId)}?part=manifest`)}
                        >
                          {tAccounting('runs.manifest')}
                        </Button>
                      </Cell>
                    )}
                  </Row>
                ))}
              </tbody>
            </DataTable>
          )}
        </Section>
        <AccountsSection businessId={businessId} settings={settings} mayMap={mayMap} />
      </PageBody>
    </>
  );
}
