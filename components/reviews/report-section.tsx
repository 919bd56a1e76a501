'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { fileReportAction, saveReportAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';

/**
 * Drafts the suspicious activity report, then shows the filed one. A new draft starts with the facts of the case. People
 * file the report with the authority themselves.
 */
export function ReportSection({ view, facts }: { view: CaseView; facts: string }) {
  const { report } = view;
  return (
    <Section
      title={tReviewCase('report.title')}
      actions={
        report.filedAt === null ? (
          <Badge>{tReviewCase(report.version === 0 ? 'report.notStarted' : 'report.draft')}</Badge>
        ) : (
          <Badge tone="good">{tReviewCase('report.filed')}</Badge>
        )
      }
    >
      {report.filedAt !== null ? (
        <Filed view={view} />
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
  const { act, isPending } = useAction(businessId, 'reviews');
  const [version, setVersion] = useState(report.version);
  const [narrative, setNarrative] = useState(report.version === 0 ? facts : report.narrative);
  const [saved, setSaved] = useState(report.narrative);
  const [reference, setReference] = useState('');
  const save = async () => {
    const done = await act(() => saveReportAction({ businessId, caseId, version, narrative }), {
      failed: tReviewCase('report.notSaved'),
      done: tReviewCase('report.saved'),
    });
    if (done === null) return;
    setVersion(done.version);
    setSaved(narrative);
  };
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={tReviewCase('report.label')}
        rows={12}
        help={tReviewCase('report.help')}
        value={narrative}
        limit={50_000}
        onChange={(event) => setNarrative(event.target.value)}
      />
      {report.version > version && (
        <p className="text-attention text-sm">
          {tReviewCase('report.newerVersion', {
            person: report.savedBy?.name ?? tReviewCase('report.colleague'),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isPending}
          isDisabled={narrative.trim() === '' || (version > 0 && narrative === saved)}
          onPress={() => void save()}
        >
          {tReviewCase('report.save')}
        </Button>
        <CopyTextButton text={narrative}>{tReviewCase('report.copy')}</CopyTextButton>
      </div>
      {view.state === 'decided' && version > 0 && (
        <div className="flex flex-col gap-3 border-line border-t pt-3">
          <TextField
            label={tReviewCase('report.reference')}
            help={tReviewCase('report.referenceHelp')}
            value={reference}
            limit={200}
            onChange={(event) => setReference(event.target.value)}
          />
          <div>
            <Button
              isPending={isPending}
              isDisabled={reference.trim() === '' || narrative !== saved}
              onPress={() =>
                void act(() => fileReportAction({ businessId, caseId, version, reference }), {
                  failed: tReviewCase('report.notMarked'),
                  done: tReviewCase('report.markedFiled'),
                })
              }
            >
              {tReviewCase('report.markFiled')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function Filed({ view: { report } }: { view: CaseView }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {tReviewCase.rich('report.filedUnder', {
          reference: report.reference ?? '',
          number: (text) => <span className="break-all font-medium">{text}</span>,
          person: report.filedBy?.name ?? tReviewCase('report.colleague'),
          time: () => report.filedAt !== null && <DateTime at={inSeconds(report.filedAt)} />,
        })}
      </p>
      <p className="whitespace-pre-wrap break-words">{report.narrative}</p>
    </div>
  );
}
