'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewCaseReport } from '#lib/messages/review-case-report.ts';
import { saveReportAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatCase } from './case-labels.ts';
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
  const { act, isPending } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  const [version, setVersion] = useState(report.version);
  const [narrative, setNarrative] = useState(report.version === 0 ? facts : report.narrative);
  const [saved, setSaved] = useState(report.narrative);
  // The text that the person opened. A colleague's later version does not make it a draft.
  const [initial, setInitial] = useState({ narrative, version: String(version) });
  const draft = useDraft({
    businessId,
    form: 'case-report',
    subject: caseId,
    values: { narrative, version: String(version) },
    initial,
    // A draft of an earlier version can't be saved over a later one: its version comes with it.
    fill: (fields) => {
      setNarrative(fields['narrative'] ?? initial.narrative);
      setVersion(Number(fields['version'] ?? initial.version));
    },
  });
  const save = async () => {
    const done = await act(() => saveReportAction({ businessId, caseId, version, narrative }), {
      failed: tReviewCaseReport('report.notSaved'),
      done: tReviewCaseReport('report.saved'),
    });
    if (done === null) return;
    draft.sent();
    setVersion(done.version);
    setSaved(narrative);
    setInitial({ narrative, version: String(done.version) });
  };
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={tReviewCaseReport('report.label')}
        rows={12}
        help={tReviewCaseReport('report.help')}
        value={narrative}
        limit={50_000}
        onChange={(event) => setNarrative(event.target.value)}
      />
      <DraftNotice draft={draft} />
      {report.version > version && (
        <p className="text-attention text-sm">
          {tReviewCaseReport('report.newerVersion', {
            person: report.savedBy?.name ?? tReviewCaseReport('report.colleague'),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isPending}
          isDisabled={narrative.trim() === '' || (version > 0 && narrative === saved)}
          onPress={() => void save()}
        >
          {tReviewCaseReport('report.save')}
        </Button>
        <CopyTextButton text={narrative}>{tReviewCaseReport('report.copy')}</CopyTextButton>
      </div>
      {view.state === 'decided' && version > 0 && (
        <FileReport view={view} version={version} narrative={narrative} isSaved={narrative === saved} />
      )}
    </div>
  );
}
