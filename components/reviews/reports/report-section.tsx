'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewCaseReport } from '#lib/messages/review-reports.ts';
import { saveReportAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatCase } from '../case-labels.ts';
import { FileReport } from './file-report.tsx';
import { FiledReport } from './filed-report.tsx';

/**
 * Drafts the suspicious activity report, then shows the filed one. A new draft starts with the facts of the case. People
 * file the report with the authority themselves.
 */
export function ReportSection({ view, facts }: { view: CaseView; facts: string }) {
  const { report } = view;
  return (
    <Section
      title={tReviewCaseReport('report.title')}
      actions={
        report.filedAt === null ? (
          <Badge>{tReviewCaseReport(report.version === 0 ? 'report.notStarted' : 'report.draft')}</Badge>
        ) : (
          <Badge tone="good">{tReviewCaseReport('report.filed')}</Badge>
        )
      }
    >
      {report.filedAt !== null ? (
        <FiledReport view={view} />
      ) : view.state === 'merged' ? (
        <p className="whitespace-pre-wrap break-words text-sm">{report.narrative}</p>
      ) : (
        <Draft view={view} facts={facts} />
      )}
    </Section>
  );
}

function Draft({ view, facts }: { view: CaseView; facts: string }) {
  const { businessId, caseId, report } = view;
  const form = useDraftForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-report',
    fields: ['narrative'],
    subject: caseId,
    // A draft of an earlier version can't be saved over a later one: its version comes with it.
    initial: {
      narrative: report.version === 0 ? facts : report.narrative,
      version: String(report.version),
    },
  });
  const { narrative } = form.fields;
  const version = Number(form.fields.version);
  const isSaved = version === report.version && narrative === report.narrative;
  const save = async () => {
    const saved = await form.send(() => saveReportAction({ businessId, caseId, version, narrative }), {
      failed: tReviewCaseReport('report.notSaved'),
      done: tReviewCaseReport('report.saved'),
    });
    if (saved !== null) form.set({ version: String(saved.version) });
  };
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={tReviewCaseReport('report.label')}
        rows={12}
        help={tReviewCaseReport('report.help')}
        {...form.field('narrative')}
        limit={50_000}
      />
      <DraftNotice draft={form.draft} />
      {report.version > version && (
        <p className="text-attention text-sm">
          {tReviewCaseReport('report.newerVersion', {
            person: report.savedBy?.name ?? tReviewCaseReport('report.colleague'),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={form.isPending}
          isDisabled={narrative.trim() === '' || (version > 0 && isSaved)}
          onPress={() => void save()}
        >
          {tReviewCaseReport('report.save')}
        </Button>
        <CopyTextButton text={narrative}>{tReviewCaseReport('report.copy')}</CopyTextButton>
      </div>
      {view.state === 'decided' && version > 0 && (
        <FileReport view={view} version={version} narrative={narrative} isSaved={isSaved} />
      )}
    </div>
  );
}
