'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { proposeDecisionAction } from '#lib/reviews/actions.ts';
import type { SubjectVersion } from '#lib/reviews/cases/model/subject-version.ts';
import { toSubjectVersions } from '#lib/reviews/cases/model/subject-version.ts';
import { missingPeople } from '#lib/reviews/decisions/model.ts';
import type { DecisionKind } from '#lib/reviews/model.ts';
import { decisionKinds, decisionsFor, decisionWords } from '#lib/reviews/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Answer, DecisionSummary } from './decision-answer.tsx';
import { ServiceNotInformed } from './service-not-told.tsx';

const isKind = (text: string): text is DecisionKind => decisionKinds.some((kind) => kind === text);

/**
 * What can be done with the case now. It never tells the service anything, and says so. What is decided is decided on
 * what stood there when the page was drawn (`opened`): the server refuses where that is otherwise by now.
 */
export function DecisionPanel({ view, opened }: { view: CaseView; opened: CaseView }) {
  const seen = toSubjectVersions(opened);
  const proposal = view.decisions.find(({ state }) => state === 'proposed');
  const standing = view.decisions.find(({ state }) => state === 'final');
  return (
    <Section title="Decision">
      <div className="flex flex-col gap-3">
        {(view.state === 'open' || view.state === 'proposed') && (
          <ChangedMeanwhile opened={opened} now={view} />
        )}
        {view.state === 'open' && <Propose view={view} seen={seen} />}
        {/* Not fetched apart: until its code had come, a press on what the server drew would be lost. */}
        {view.state === 'proposed' && proposal && <Answer view={view} proposal={proposal} seen={seen} />}
        {view.state === 'decided' && standing && <DecisionSummary view={view} standing={standing} />}
        {view.survivor !== null && (
          <p className="text-sm">
            Decided in{' '}
            <TextLink prefetch={false} href={`/${view.businessId}/reviews/${view.survivor.caseId}`}>
              case {view.survivor.number}
            </TextLink>
            , which this one joined.
          </p>
        )}
      </div>
    </Section>
  );
}

function Propose({ view, seen }: { view: CaseView; seen: SubjectVersion[] }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const [kind, setKind] = useState<DecisionKind | null>(null);
  const [reason, setReason] = useState('');
  const standsAtOnce = kind !== null && kind !== 'report' && !view.asksSecond;
  const missing = missingPeople(view.people.length);
  const propose = () => {
    if (kind === null) return;
    void act(() => proposeDecisionAction({ businessId, caseId, version, kind, reason, seen }), {
      failed: 'Nothing was decided',
      done: standsAtOnce ? 'Decided' : 'Proposed: somebody else has to confirm it',
    });
  };
  return (
    <>
      <RadioGroup
        name="decision"
        label="What to do"
        choices={decisionsFor(view.subjectKind).map((one) => ({
          value: one,
          label: decisionWords[one].label,
          help: decisionWords[one].means,
        }))}
        value={kind ?? ''}
        onChange={(event) => {
          if (isKind(event.target.value)) setKind(event.target.value);
        }}
      />
      <TextArea
        label="Reason"
        help="An examiner reads this. Say what it rests on."
        value={reason}
        limit={5_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <WhoConfirms view={view} />
      {missing !== null && kind !== null && !standsAtOnce && (
        <Banner title="A second person is missing">{missing}</Banner>
      )}
      <ServiceNotInformed there={kind === null ? null : decisionWords[kind].there} />
      <div>
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={kind === null || reason.trim() === ''}
          onPress={propose}
        >
          {standsAtOnce ? 'Decide' : 'Propose decision'}
        </Button>
      </div>
    </>
  );
}

/** Whether somebody else has to confirm, and why: by the sum of all that the case is about. */
function WhoConfirms({ view }: { view: CaseView }) {
  const { money, secondFromEur, joined, asksSecond, takesTwo } = view;
  const threshold = <AmountText amount={secondFromEur} currency="EUR" />;
  if (takesTwo)
    return (
      <p className="text-muted text-xs">
        Two people decided on this case before. A second person approves every later decision.
      </p>
    );
  if (money.eur === null || money.eurUntold > 0)
    return (
      <p className="text-muted text-xs">
        {joined.length > 0
          ? `What is credited in EUR is not known of ${money.eurUntold} of ${joined.length + 1}`
          : 'What is credited in EUR is not known'}
        , so somebody else has to confirm.
      </p>
    );
  return (
    <p className="text-muted text-xs">
      {joined.length > 0 ? `All ${joined.length + 1} together are ` : 'It is '}
      <AmountText amount={money.eur} currency="EUR" />
      {asksSecond ? (
        <>: from {threshold} on somebody else has to confirm.</>
      ) : (
        <>
          , under {threshold}: your decision stands at once, but a report is always confirmed by somebody
          else.
        </>
      )}
    </p>
  );
}
