'use client';

import { downloadExport } from '#components/list/exports/download-export.ts';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tAllStatements, tStatements } from '#lib/messages/statements.ts';
import type { AllStatementsView } from '#lib/statements/schema-all.ts';
import { allStatementsLists } from '#lib/statements/schema-all.ts';
import { formatPeriod } from './format-period.ts';
import { PeriodChooser } from './period-chooser.tsx';
import { StatementDownloads } from './statement-downloads.tsx';
import { statementHref } from './statement-links.ts';

type SectionView = AllStatementsView['sections'][number];

/** The statements of all businesses of a person. Nothing is added across businesses. */
export function AllStatementsPage({ businessId, view }: { businessId: string; view: AllStatementsView }) {
  const { period, sections, leftOut } = view;
  const { locale } = useLocaleSettings();
  const list = new Intl.ListFormat(locale);
  const notExported = sections.filter(({ mayExport }) => !mayExport).map(({ name }) => name);
  const exportHref = `/api/businesses/${businessId}/statements/all/export?period=${period.text}`;
  const canExport = sections.some((one) => one.businessId === businessId && one.mayExport);
  return (
    <>
      <PageHeader
        title={tAllStatements('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tAllStatements('description')}
        actions={canExport && <StatementDownloads href={exportHref} />}
      />
      <PageBody>
        <PeriodChooser
          businessId={businessId}
          view={{ period }}
          toHref={(_currency, text) => `/${businessId}/reports/all?period=${text}`}
        />
        {leftOut.length > 0 && (
          <Banner title={tAllStatements('leftOut', { businesses: list.format(leftOut) })} />
        )}
        {canExport && notExported.length > 0 && (
          <Banner title={tAllStatements('notExported', { businesses: list.format(notExported) })} />
        )}
        {canExport && (
          <Section title={tAllStatements('lists.title')}>
            <p className="pb-3 text-muted text-sm">{tAllStatements('lists.detail')}</p>
            <div className="flex flex-wrap gap-2">
              {allStatementsLists.map((list) => (
                <Button
                  key={list}
                  icon={<SpriteIcon name="download" />}
                  aria-label={tAllStatements('lists.export', { list: tAllStatements(`lists.${list}`) })}
                  onPress={() => void downloadExport(`${exportHref}&list=${list}`, null)}
                >
                  {tAllStatements(`lists.${list}`)}
                </Button>
              ))}
            </div>
          </Section>
        )}
        {sections.map((section) => (
          <BusinessSection key={section.businessId} section={section} period={formatPeriod(period, locale)} />
        ))}
      </PageBody>
    </>
  );
}

function BusinessSection({ section, period }: { section: SectionView; period: string }) {
  const { name, timeZone, statements } = section;
  return (
    <Section title={name} count={tAllStatements('zone', { zone: timeZone })} flush={statements.length > 0}>
      {statements.length === 0 ? (
        <p className="text-muted text-sm">{tAllStatements('none')}</p>
      ) : (
        statements.map((statement) => (
          <StatementLines
            key={statement.figures.currency}
            section={section}
            statement={statement}
            period={period}
          />
        ))
      )}
    </Section>
  );
}

/** A phone has room for the amounts only. The statement has the records. */
const wide = 'max-sm:hidden';
/** The amounts of all tables end at one line. */
const amountWidth = 'sm:w-60';

function StatementLines({
  section,
  statement: { figures, isClosed },
  period,
}: {
  section: SectionView;
  statement: SectionView['statements'][number];
  period: string;
}) {
  const { businessId, name } = section;
  const { currency, opening, closing, change, lines, from, to } = figures;
  const href = statementHref(businessId, currency, `${from}..${to}`);
  return (
    <DataTable
      label={tAllStatements('table', { business: name, period, currency })}
      sticky={false}
      className="not-first:border-t"
    >
      <thead>
        <tr>
          <HeadCell>
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="text-ink">{currency}</span>
              {isClosed && <Badge tone="good">{tAllStatements('closed')}</Badge>}
              <TextLink
                prefetch={false}
                href={href}
                aria-label={tAllStatements('openNamed', { business: name, currency })}
              >
                {tAllStatements('open')}
              </TextLink>
            </span>
          </HeadCell>
          <HeadCell numeric className={amountWidth}>
            {tStatements('table.amount')}
          </HeadCell>
          <HeadCell numeric className={cx(wide, 'w-28')}>
            {tStatements('table.records')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        <Row>
          <Cell>{tStatements('line.opening')}</Cell>
          <Cell numeric>
            <AmountText amount={opening} currency={currency} unknown={tStatements('noOpening')} />
          </Cell>
          <Cell className={wide} />
        </Row>
        {lines
          .filter(({ count }) => count > 0)
          .map((line) => (
            <Row key={line.name}>
              <Cell>{tStatements(`line.${line.name}`)}</Cell>
              <Cell numeric>
                <SignedAmount amount={line.amount} currency={currency} unknown={tStatements('noAmount')} />
              </Cell>
              <Cell numeric className={wide}>
                <LocaleNumber value={line.count} />
              </Cell>
            </Row>
          ))}
        <Row>
          <Cell>{tStatements('change')}</Cell>
          <Cell numeric>
            <SignedAmount amount={change} currency={currency} />
          </Cell>
          <Cell className={wide} />
        </Row>
        <Row className="font-semibold">
          <Cell>{tStatements('line.closing')}</Cell>
          <Cell numeric>
            <AmountText amount={closing} currency={currency} unknown={tStatements('noOpening')} />
          </Cell>
          <Cell className={wide} />
        </Row>
      </tbody>
    </DataTable>
  );
}
