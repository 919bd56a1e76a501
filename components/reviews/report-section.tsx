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
import { fileReportAction, saveReportAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** The suspicious-activity report: a draft with the facts filled in, then what was filed. Filing happens at the authority. */
export function ReportSection({ view, facts }: { view: CaseView; facts: string }) {
  const { report } = view;
  return (
    <Section
      title="Suspicious-activity report"
      actions={
        report.filedAt === null ? (
          <Badge>{report.version === 0 ? 'Not begun' : 'Draft'}</Badge>
        ) : (
          <Badge tone="good">Filed</Badge>
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
      failed: 'The draft was not saved',
      done: 'Draft saved',
    });
    if (done === null) return;
    setVersion(done.version);
    setSaved(narrative);
  };
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Report"
        rows={12}
        help="The facts are filled in as they are known here; add what happened and why it is suspicious. Nobody outside compliance sees it, and the payer must not learn of it."
        value={narrative}
        limit={50_000}
        onChange={(event) => setNarrative(event.target.value)}
      />
      {report.version > version && (
        <p className="text-attention text-sm">
          {report.savedBy?.name ?? 'Somebody'} has saved another version. Copy your text, then reload the
          page.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isPending}
          isDisabled={narrative.trim() === '' || (version > 0 && narrative === saved)}
          onPress={() => void save()}
        >
          Save draft
        </Button>
        <CopyTextButton text={narrative}>Copy text</CopyTextButton>
      </div>
      {view.state === 'decided' && version > 0 && (
        <div className="flex flex-col gap-3 border-line border-t pt-3">
          <TextField
            label="Number at the authority"
            help="Filing happens there. Once it is written down here, the report can’t be changed any more."
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
                  failed: 'Not written down',
                  done: 'Written down as filed',
                })
              }
            >
              Mark as filed
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
        Filed under <span className="break-all font-medium">{report.reference}</span> by{' '}
        {report.filedBy?.name}
        {report.filedAt !== null && (
          <>
            , <DateTime at={inSeconds(report.filedAt)} />
          </>
        )}
      </p>
      <p className="whitespace-pre-wrap break-words">{report.narrative}</p>
    </div>
  );
}
