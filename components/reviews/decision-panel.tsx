'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { answerProposalAction, proposeDecisionAction, reopenCaseAction } from '#lib/reviews/actions.ts';
import type { DecisionKind } from '#lib/reviews/model.ts';
import { decisionKinds, decisionsFor, decisionWords } from '#lib/reviews/model.ts';
import type { Seen } from '#lib/reviews/model-seen.ts';
import { seenOf } from '#lib/reviews/model-seen.ts';
import type { CaseDecision, CaseView } from '#lib/reviews/schema.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { useAct } from './use-act.ts';

const isKind = (text: string): text is DecisionKind => decisionKinds.some((kind) => kind === text);

/**
 * What can be done with the case now. It never tells the service anything, and says so. What is decided is decided on
 * what stood there when the page was drawn (`opened`): the server refuses where that is otherwise by now.
 */
export function DecisionPanel({ view, opened }: { view: CaseView; opened: CaseView }) {
  const seen = seenOf(opened);
  const proposal = view.decisions.find(({ state }) => state === 'proposed');
  const standing = view.decisions.find(({ state }) => state === 'final');
  return (
    <Section title="Decision">
      <div className="flex flex-col gap-3">
        {(view.state === 'open' || view.state === 'proposed') && (
          <ChangedMeanwhile opened={opened} now={view} />
        )}
        {view.state === 'open' && <Propose view={view} seen={seen} />}
        {view.state === 'proposed' && proposal && <Answer view={view} proposal={proposal} seen={seen} />}
        {view.state === 'decided' && standing && <Decided view={view} standing={standing} />}
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

function Propose({ view, seen }: { view: CaseView; seen: Seen[] }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId);
  const [kind, setKind] = useState<DecisionKind | null>(null);
  const [reason, setReason] = useState('');
  const standsAtOnce = kind !== null && kind !== 'report' && !view.asksSecond;
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
      <ServiceIsNotTold there={kind === null ? null : decisionWords[kind].there} />
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
  const { money, secondFromEur, joined, asksSecond } = view;
  const threshold = <AmountText amount={secondFromEur} currency="EUR" />;
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

function Answer({ view, proposal, seen }: { view: CaseView; proposal: CaseDecision; seen: Seen[] }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId);
  const [comment, setComment] = useState('');
  const isOwn = proposal.proposedBy.personId === view.me;
  const answer = (how: 'confirm' | 'decline' | 'withdraw', done: string) =>
    void act(
      () =>
        answerProposalAction({
          businessId,
          caseId,
          version,
          answer: how,
          comment,
          seen,
        }),
      {
        failed: 'Nothing was changed',
        done,
      },
    );
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">{proposal.proposedBy.name}</span> proposes:{' '}
        <span className="font-semibold">{decisionWords[proposal.kind].label}</span>
      </p>
      <p className="whitespace-pre-wrap break-words text-muted text-sm">{proposal.reason}</p>
      <TextArea
        label="Comment"
        optional={isOwn}
        help={isOwn ? undefined : 'Needed to decline.'}
        value={comment}
        limit={5_000}
        onChange={(event) => setComment(event.target.value)}
      />
      {isOwn ? (
        <>
          <Banner title="Somebody else has to confirm this">
            Nobody confirms their own proposal, an owner neither.
          </Banner>
          <div>
            <Button isPending={isPending} onPress={() => answer('withdraw', 'Taken back')}>
              Take the proposal back
            </Button>
          </div>
        </>
      ) : (
        <>
          <ServiceIsNotTold there={decisionWords[proposal.kind].there} />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" isPending={isPending} onPress={() => answer('confirm', 'Confirmed')}>
              Confirm
            </Button>
            <Button
              isPending={isPending}
              isDisabled={comment.trim() === ''}
              onPress={() => answer('decline', 'Declined')}
            >
              Decline
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function Decided({ view, standing }: { view: CaseView; standing: CaseDecision }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId);
  const [reason, setReason] = useState('');
  return (
    <>
      <p className="font-semibold text-base">{decisionWords[standing.kind].label}</p>
      <p className="text-muted text-sm">{decisionWords[standing.kind].means}</p>
      <ServiceIsNotTold there={decisionWords[standing.kind].there} />
      <TextArea
        label="Why open it again"
        value={reason}
        limit={5_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() =>
            void act(() => reopenCaseAction({ businessId, caseId, version, reason }), {
              failed: 'Not opened',
              done: 'Opened again',
            })
          }
        >
          Open again
        </Button>
      </div>
    </>
  );
}

function ServiceIsNotTold({ there }: { there: string | null }) {
  return (
    <Banner tone="attention" title="The service is not told">
      It takes no decision from us.
      {there === null ? ' What to do there depends on what you decide.' : ` ${there}`}
    </Banner>
  );
}
