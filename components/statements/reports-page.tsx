'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tAccounting } from '#lib/messages/accounting.ts';
import { tFees, tRates } from '#lib/messages/fees.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import { tAllStatements, tStatements } from '#lib/messages/statements.ts';
import type { ClosedPeriod } from '#lib/statements/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatPeriod } from './format-period.ts';
import { namePeriod, statementHref } from './statement-links.ts';

/** The first page of the reports: what there is, and the closed periods. */
export function ReportsPage({
  businessId,
  closes,
  mayRead,
  hasOtherBusinesses,
}: {
  businessId: string;
  closes: readonly ClosedPeriod[];
  /** False for auditors, who see no journal. */
  mayRead: boolean;
  hasOtherBusinesses: boolean;
}) {
  const { locale } = useLocaleSettings();
  return (
    <>
      <PageHeader title={tStatements('reports')} description={tStatements('reportsDescription')} />
      <PageBody>
        <ul className="flex flex-col gap-3 text-sm">
          <li>
            <TextLink href={`/${businessId}/reports/statements`} className="font-medium">
              {tStatements('title')}
            </TextLink>
            <p className="text-muted">{tStatements('about.statements')}</p>
          </li>
          {hasOtherBusinesses && (
            <li>
              <TextLink href={`/${businessId}/reports/all`} className="font-medium">
                {tAllStatements('title')}
              </TextLink>
              <p className="text-muted">{tAllStatements('about')}</p>
            </li>
          )}
          {mayRead && (
            <>
              <li>
                <TextLink href={`/${businessId}/reports/reconciliation`} className="font-medium">
                  {tReconciliation('title')}
                </TextLink>
                <p className="text-muted">{tStatements('about.reconciliation')}</p>
              </li>
              <li>
                <TextLink href={`/${businessId}/reports/fees`} className="font-medium">
                  {tFees('title')}
                </TextLink>
                <p className="text-muted">{tFees('about')}</p>
              </li>
              <li>
                <TextLink href={`/${businessId}/reports/rates`} className="font-medium">
                  {tRates('title')}
                </TextLink>
                <p className="text-muted">{tRates('about')}</p>
              </li>
              <li>
                <TextLink href={`/${businessId}/reports/accounting`} className="font-medium">
                  {tAccounting('title')}
                </TextLink>
                <p className="text-muted">{tStatements('about.accounting')}</p>
              </li>
            </>
          )}
          <li>
            <TextLink href={`/${businessId}/reports/schedules`} className="font-medium">
              {tSchedules('title')}
            </TextLink>
            <p className="text-muted">{tSchedules('about')}</p>
          </li>
        </ul>
        <Section title={tStatements('closes.title')} flush={closes.length > 0}>
          {closes.length === 0 ? (
            <p className="text-muted text-sm">{tStatements('closes.none')}</p>
          ) : (
            <DataTable stacks label={tStatements('closes.title')} sticky={false}>
              <thead>
                <tr>
                  <HeadCell>{tStatements('closes.period')}</HeadCell>
                  <HeadCell>{tStatements('closes.number')}</HeadCell>
                  <HeadCell numeric>{tStatements('closes.closing')}</HeadCell>
                  <HeadCell>{tStatements('closes.by')}</HeadCell>
                  <HeadCell>{tStatements('closes.when')}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {closes.map((close) => {
                  const period = namePeriod(close);
                  return (
                    <Row key={close.closeId}>
                      <Cell>
                        <TextLink
                          prefetch={false}
                          href={statementHref(businessId, close.currency, period.text)}
                        >
                          {tStatements('table.name', {
                            period: formatPeriod(period, locale),
                            currency: close.currency,
                          })}
                        </TextLink>
                      </Cell>
                      <Cell>
                        {tStatements('closes.numbered', {
                          number: String(close.number),
                          revision: String(close.revision),
                        })}
                        {close.reopenedAt !== null && (
                          <>
                            {' '}
                            <Badge tone="attention">{tStatements('closes.reopened')}</Badge>
                          </>
                        )}
                      </Cell>
                      <Cell numeric>
                        <AmountText
                          amount={close.closing}
                          currency={close.currency}
                          unknown={tStatements('noOpening')}
                        />
                      </Cell>
                      <Cell>{`${close.signedBy}, ${close.approvedBy}`}</Cell>
                      <Cell>
                        <Time at={toUnixSeconds(close.closedAt)} />
                      </Cell>
                    </Row>
                  );
                })}
              </tbody>
            </DataTable>
          )}
        </Section>
      </PageBody>
    </>
  );
}
