'use client';

import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewDecision, tReviewFindings } from '#lib/messages/review-case.ts';
import { tReviewTakeNext } from '#lib/messages/reviews.ts';
import { proposeDecisionAction } from '#lib/reviews/actions.ts';
import type { SubjectVersion } from '#lib/reviews/cases/model/subject-version.ts';
import { listSubjects, toSubjectVersions } from '#lib/reviews/cases/model/subject-version.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { describeMissingPeople, findLastOutcome } from '#lib/reviews/decisions/model.ts';
import { repeatedReason } from '#lib/reviews/decisions/model-repeated-reason.ts';
import { isSecondPersonNeeded } from '#lib/reviews/decisions/model-second-person.ts';
import type { DecisionKind } from '#lib/reviews/model.ts';
import {
  decisionKinds,
  decisionTexts,
  listChecklist,
  listOfferedDecisions,
  listRequiredSteps,
} from '#lib/reviews/model.ts';
import { listCaseAdvice } from '#lib/reviews/model-advice.ts';
import { findings, formatFinding, listConsequences, listFindings } from '#lib/reviews/model-findings.ts';
import { describeCaseRead, formatCase } from '../case-labels.ts';
import { ApprovalNote } from './approval-note.tsx';
import { isCaseFromTakeNext, useTakeNext } from './use-take-next.ts';

/**
 * Sends the decision by Ctrl or Cmd and Enter from a choice or an item of the checklist, so that the focus needn't go back.
 * Text fields send their own form by the same keys.
 */
function useSendKey(send: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (!target.matches('main :is(input[type=checkbox], input[type=radio], select)')) return;
    event.preventDefault();
    send();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

// An open case has no decision yet.
const CaseProposalDecision = lazy(() =>
  import('./case-proposal-decision.tsx').then((file) => ({ default: file.CaseProposalDecision })),
);
const ServiceNotInformed = lazy(() =>
  import('./service-not-informed.tsx').then((file) => ({ default: file.ServiceNotInformed })),
);
const DecisionSummary = lazy(() =>
  import('./case-proposal-decision.tsx').then((file) => ({ default: file.DecisionSummary })),
);

// Most cases were never declined or reopened.
const LastOutcome = lazy(() => import('./last-outcome.tsx').then((file) => ({ default: file.LastOutcome })));

// A case that was just opened has no changes yet.
const ChangesSinceOpened = lazy(() =>
  import('./changes-since-opened.tsx').then((file) => ({ default: file.ChangesSinceOpened })),
);

// Few desks have templates, and a kind is chosen first.
const TemplatePicker = lazy(() =>
  import('./template-picker.tsx').then((file) => ({ default: file.TemplatePicker })),
);

/**
 * Proposes, approves or shows the case's decision. It never informs the service. A decision refers to the case as the
 * person has opened it (`opened`): the server refuses it when that data has changed.
 */
export function DecisionPanel({
  view,
  opened,
  onReload,
  onDecided,
}: {
  view: CaseView;
  opened: CaseView;
  /** Shows the case as it is now, and lets the decision refer to it. */
  onReload: () => void;
  /** Opens the next case after a decision. Without it, that depends on how the case was opened. */
  onDecided?: () => void;
}) {
  const { businessId, survivor } = view;
  const seen = toSubjectVersions(opened);
  const proposal = view.decisions.find(({ state }) => state === 'proposed');
  const decision = view.decisions.find(({ state }) => state === 'final');
  const outcome = findLastOutcome(view);
  return (
    <Section title={tReviewDecision('title')}>
      <div className="flex flex-col gap-3">
        {(view.state === 'open' || view.state === 'proposed') && (
          <Suspense>
            <ChangesSinceOpened opened={opened} now={view} onReload={onReload} />
          </Suspense>
        )}
        {outcome !== null && (
          <Suspense>
            <LastOutcome outcome={outcome} />
          </Suspense>
        )}
        {view.state === 'open' && <Propose view={view} seen={seen} onDecided={onDecided} />}
        {view.state === 'proposed' && proposal && (
          <Suspense fallback={<Skeleton className="h-90 w-full" />}>
            <CaseProposalDecision view={view} proposal={proposal} seen={seen} onDecided={onDecided} />
          </Suspense>
        )}
        {view.state === 'decided' && decision && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <DecisionSummary view={view} decision={decision} />
          </Suspense>
        )}
        {survivor !== null && (
          <p className="text-sm">
            {tReviewDecision.rich('decidedIn', {
              number: String(survivor.number),
              link: (text) => (
                <TextLink prefetch={false} href={`/${businessId}/reviews/${survivor.caseId}`}>
                  {text}
                </TextLink>
              ),
            })}
          </p>
        )}
      </div>
    </Section>
  );
}

function Propose({
  view,
  seen,
  onDecided,
}: {
  view: CaseView;
  seen: SubjectVersion[];
  onDecided: (() => void) | undefined;
}) {
  const { businessId, caseId, version } = view;
  const { takeNext } = useTakeNext(businessId);
  const opensNext = onDecided ?? (isCaseFromTakeNext(caseId) ? () => void takeNext() : null);
  const form = useDraftForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-decision',
    fields: ['finding', 'reason'],
    subject: caseId,
    initial: { kind: '', finding: '', reason: '' },
  });
  const { reason } = form.fields;
  const kind = decisionKinds.find((one) => one === form.fields.kind) ?? null;
  const finding = findings.find((one) => one === form.fields.finding) ?? null;
  /** The reason that the person gave for another case before. They are asked once. */
  const [repeated, setRepeated] = useState<string | null>(null);
  const isRepeated = repeated === reason;
  const canDecideAlone = kind !== null && !isSecondPersonNeeded(view, { kind, finding });
  const missing = describeMissingPeople(view.people.length);
  const missingSteps = kind === null ? [] : listMissingSteps(view, kind);
  const canSend = kind !== null && finding !== null && missingSteps.length === 0 && reason.trim() !== '';
  const propose = async () => {
    if (kind === null || finding === null) return;
    const proposed = await form.send(
      () =>
        proposeDecisionAction({
          businessId,
          caseId,
          version,
          kind,
          finding,
          reason,
          seen,
          sameReason: isRepeated,
        }),
      {
        failed: tReviewDecision('form.failed'),
        done: ({ state, read }) =>
          state === 'repeated'
            ? null
            : {
                title: tReviewDecision(state === 'decided' ? 'form.decided' : 'form.proposed'),
                detail: describeCaseRead(read) ?? undefined,
                action:
                  opensNext === null
                    ? { label: tReviewTakeNext('takeNext.button'), onPress: () => void takeNext() }
                    : undefined,
              },
        isSent: ({ state }) => state !== 'repeated',
      },
    );
    if (proposed?.state === 'repeated') setRepeated(reason);
    else if (proposed !== null) opensNext?.();
  };
  const sendIfReady = () => {
    if (canSend && !form.isPending) void propose();
  };
  useSendKey(sendIfReady);
  return (
    <>
      <RadioGroup
        name="decision"
        label={tReviewDecision('form.kind')}
        choices={listOfferedDecisions(listSubjects(view)).map((choice) => ({
          value: choice,
          label: decisionTexts[choice].label,
          help: decisionTexts[choice].means,
        }))}
        value={kind ?? ''}
        onChange={({ target }) => {
          const chosen = decisionKinds.find((one) => one === target.value);
          if (chosen === undefined) return;
          const isKept = finding !== null && listFindings(chosen).includes(finding);
          form.set({ kind: chosen, finding: isKept ? finding : '' });
        }}
      />
      {kind !== null && (
        <Select
          label={tReviewFindings('label')}
          help={tReviewFindings('help')}
          placeholder={tReviewFindings('choose')}
          choices={listFindings(kind).map((value) => ({ value, label: formatFinding(value) }))}
          {...form.field('finding')}
        />
      )}
      <Suspense>
        {view.templates.some((template) => template.kind === kind) && (
          <TemplatePicker
            key={kind}
            templates={view.templates.filter((template) => template.kind === kind)}
            reason={reason}
            onApply={(text) => form.set({ reason: text })}
          />
        )}
      </Suspense>
      <TextArea
        label={tReviewDecision('form.reason')}
        help={tReviewDecision('form.reasonHelp')}
        {...form.field('reason')}
        limit={5_000}
        onSave={sendIfReady}
      />
      {isRepeated && (
        <Banner tone="attention" title={tReviewDecision('form.repeatedTitle')}>
          {tReviewDecision('form.repeated', repeatedReason)}
        </Banner>
      )}
      <DraftNotice draft={form.draft} />
      <p className="text-muted text-xs">
        <ApprovalNote view={view} />
      </p>
      {missing !== null && kind !== null && !canDecideAlone && (
        <Banner title={tReviewDecision('noApproverTitle')}>{missing}</Banner>
      )}
      {kind !== null && (
        <Suspense fallback={null}>
          <ServiceNotInformed
            instructions={listCaseAdvice({ kind, finding }, listSubjects(view), view.service.isSanctioned)}
          />
        </Suspense>
      )}
      {missingSteps.length > 0 && (
        <Banner tone="attention" title={tReviewFindings('checks.missingTitle')}>
          <ul className="list-disc ps-4">
            {missingSteps.map(({ step, label }) => (
              <li key={step}>{label}</li>
            ))}
          </ul>
        </Banner>
      )}
      {kind !== null && <Consequences kind={kind} isAlone={canDecideAlone} />}
      {/* Stays in view while the panel is longer than the window. */}
      <div className="bg-surface py-2 md:sticky md:bottom-0">
        <Button
          variant="primary"
          isPending={form.isPending}
          isDisabled={!canSend}
          onPress={() => void propose()}
        >
          {tReviewDecision(canDecideAlone ? 'form.decide' : 'form.propose')}
        </Button>
      </div>
    </>
  );
}

/** Lists the checklist items that the decision needs and that are not completed yet. */
function listMissingSteps(view: CaseView, kind: DecisionKind) {
  const required = listRequiredSteps(
    listSubjects(view).map(({ subjectKind }) => subjectKind),
    kind,
  );
  return listChecklist(view.subjectKind).filter(
    ({ step }) => required.includes(step) && !view.checks.some((check) => check.step === step),
  );
}

/** Says what follows from the chosen decision, before it is sent. */
function Consequences({ kind, isAlone }: { kind: DecisionKind; isAlone: boolean }) {
  return (
    <div className="text-sm">
      <p className="font-medium">{tReviewFindings('next.title')}</p>
      <ol className="list-decimal ps-5 text-muted">
        {listConsequences(kind, isAlone).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ol>
    </div>
  );
}
