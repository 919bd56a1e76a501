'use client';

import { Download } from 'lucide-react';
import { runHref } from '#components/accounting/run-href.ts';
import { downloadExport } from '#components/list/exports/download-export.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { StatementDownloads } from '#components/statements/statement-downloads.tsx';
import { statementHref } from '#components/statements/statement-links.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tSchedules } from '#lib/messages/schedules.ts';
import { journalFormPath } from '#lib/schedules/model/journal-form-path.ts';
import type { OpenedRun } from '#lib/schedules/schema.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { nameList } from './describe-schedule.ts';

type Opened = NonNullable<OpenedRun['opened']>;

/** The report that the link of a run opens for its recipient. */
export function OpenedRunPage({ businessId, run }: { businessId: string; run: OpenedRun }) {
  const { name, startedAt, expiresAt, opened } = run;
  return (
    <>
      <PageHeader
        title={ExternalText(name)}
        back={{ href: `/${businessId}/reports/schedules`, label: tSchedules('title') }}
        description={
          opened !== null &&
          tSchedules.rich('opened.prepared', {
            time: () => <DateTime at={toUnixSeconds(startedAt)} />,
            until: () => <DateTime at={toUnixSeconds(expiresAt)} />,
          })
        }
      />
      <PageBody>
        {opened === null ? (
          <Banner
            tone="attention"
            title={tSchedules.rich('opened.expired', {
              time: () => <DateTime at={toUnixSeconds(expiresAt)} />,
            })}
          />
        ) : (
          <OpenedReport businessId={businessId} opened={opened} />
        )}
      </PageBody>
    </>
  );
}

function showPeriod(text: string, locale: string): string {
  const period = parsePeriod(text);
  return period === null ? text : formatPeriod(period, locale);
}

function OpenedReport({ businessId, opened }: { businessId: string; opened: Opened }) {
  const { content, file, mayExport } = opened;
  const { locale } = useLocaleSettings();
  switch (content.kind) {
    case 'statement': {
      const { currency } = content;
      const query = `currency=${encodeURIComponent(currency)}&period=${content.period}`;
      return (
        <Section
          title={tSchedules('opened.statement', {
            currency,
            period: showPeriod(content.period, locale),
          })}
        >
          <p className="pb-3 text-muted text-sm">{tSchedules('opened.statementText')}</p>
          <div className="flex flex-wrap gap-2">
            <LinkButton variant="primary" href={statementHref(businessId, currency, content.period)}>
              {tSchedules('opened.openStatement')}
            </LinkButton>
            {mayExport && (
              <StatementDownloads href={`/api/businesses/${businessId}/statements/export?${query}`} />
            )}
          </div>
        </Section>
      );
    }
    case 'all':
      return (
        <Section title={tSchedules('opened.all', { period: showPeriod(content.period, locale) })}>
          <p className="pb-3 text-muted text-sm">{tSchedules('opened.allText')}</p>
          <div className="flex flex-wrap gap-2">
            <LinkButton variant="primary" href={`/${businessId}/reports/all?period=${content.period}`}>
              {tSchedules('opened.openAll')}
            </LinkButton>
            {mayExport && (
              <StatementDownloads
                href={`/api/businesses/${businessId}/statements/all/export?period=${content.period}`}
              />
            )}
          </div>
        </Section>
      );
    case 'journal': {
      const { currency, run, late, withoutRate } = content;
      const period = showPeriod(content.period, locale);
      return (
        <Section title={tSchedules('opened.journal', { currency, period })}>
          <p className="pb-3 text-muted text-sm">
            {tSchedules(
              run !== null
                ? 'opened.journalText'
                : withoutRate.some((one) => one.period === content.period)
                  ? 'opened.journalNoRate'
                  : 'opened.journalEmpty',
            )}
            {late.length > 0 && ` ${tSchedules('opened.journalLate')}`}
          </p>
          {withoutRate.length > 0 && (
            <ul className="pb-3 text-sm">
              {withoutRate.map((one) => (
                <li key={one.period}>
                  <TextLink
                    prefetch={false}
                    href={`/${businessId}/${journalFormPath({ ...content, withoutRate: [one] })}`}
                  >
                    {tSchedules('opened.withoutRate', {
                      period: showPeriod(one.period, locale),
                      count: one.count,
                    })}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-2">
            {run !== null && (
              <Button
                variant="primary"
                icon={<Download aria-hidden />}
                onPress={() => void downloadExport(runHref(businessId, run.runId), null)}
              >
                {tSchedules('opened.download', { fileName: run.fileName })}
              </Button>
            )}
            {late.map(({ runId, fileName }) => (
              <Button
                key={runId}
                icon={<Download aria-hidden />}
                onPress={() => void downloadExport(runHref(businessId, runId), null)}
              >
                {tSchedules('opened.download', { fileName })}
              </Button>
            ))}
            <LinkButton href={`/${businessId}/reports/accounting`}>
              {tSchedules('opened.openAccounting')}
            </LinkButton>
          </div>
        </Section>
      );
    }
    case 'view': {
      const list = nameList(content.list);
      const path = content.list === 'case-reports' ? 'reviews/reports' : content.list;
      return (
        <Section title={list}>
          <p className="pb-3 text-muted text-sm">{tSchedules('opened.viewText', { list })}</p>
          <LinkButton variant="primary" href={`/${businessId}/${path}?${content.query}`}>
            {tSchedules('opened.openList')}
          </LinkButton>
        </Section>
      );
    }
    case 'export':
      return (
        <Section title={nameList(content.list)}>
          <p className="pb-3 text-muted text-sm">{tSchedules('opened.fileText')}</p>
          {file !== null && (
            <Button
              variant="primary"
              icon={<Download aria-hidden />}
              onPress={() =>
                void downloadExport(
                  `/api/businesses/${businessId}/exports/${file.fileId}`,
                  file.hasRiskDetail ? businessId : null,
                )
              }
            >
              {tSchedules('opened.download', { fileName: file.fileName })}
            </Button>
          )}
        </Section>
      );
    default:
      return content satisfies never;
  }
}
