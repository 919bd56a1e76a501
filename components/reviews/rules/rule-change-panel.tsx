'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import {
  answerRuleChangeAction,
  discardRuleAction,
  proposeRuleChangeAction,
} from '#lib/reviews/rules/actions.ts';
import type { ChangeKind } from '#lib/reviews/rules/model/rule.ts';
import { changesFor, pastDays } from '#lib/reviews/rules/model/rule.ts';
import type { RuleChange, RuleView } from '#lib/reviews/rules/schema/views.ts';
import { AnswerProposal } from '../answer-proposal.tsx';
import { changeWords } from './rule-words.ts';

const pastWords: Readonly<Record<(typeof pastDays)[number], string>> = {
  0: 'Only what comes from the approval on',
  1: 'Also what was received in the last day',
  7: 'Also what was received in the last 7 days',
  30: 'Also what was received in the last 30 days',
  90: 'Also what was received in the last 90 days',
  365: 'Also what was received in the last 365 days',
};

/** What can be done with the rule now. Whatever changes which cases open takes two people. */
export function RuleChangePanel({ view }: { view: RuleView }) {
  const proposal = view.changes.find(({ state }) => state === 'proposed');
  if (proposal === undefined && view.state === 'retired') return null;
  return (
    <Section title={proposal === undefined ? 'Propose' : 'Approval'}>
      <div className="flex flex-col gap-3">
        {proposal === undefined ? <Propose view={view} /> : <Answer view={view} proposal={proposal} />}
      </div>
    </Section>
  );
}

function Propose({ view }: { view: RuleView }) {
  const { businessId, ruleId, version } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const possible = [...changesFor(view)];
  const [kind, setKind] = useState<ChangeKind | null>(possible[0]?.[0] ?? null);
  const [past, setPast] = useState<(typeof pastDays)[number]>(0);
  const [reason, setReason] = useState('');
  const propose = () => {
    if (kind === null) return;
    const input = { businessId, ruleId, version, kind, pastDays: past, reason };
    void act(() => proposeRuleChangeAction(input), { failed: 'Nothing was proposed', done: 'Proposed' });
  };
  return (
    <>
      <RadioGroup
        name="change"
        label="What to propose"
        choices={possible.map(([one, number]) => ({
          value: one,
          label: `${changeWords[one].label}${one === 'activate' ? ` version ${number}` : ''}`,
          help: changeWords[one].follows,
        }))}
        value={kind ?? ''}
        onChange={(event) => setKind(possible.find(([one]) => one === event.target.value)?.[0] ?? null)}
      />
      {kind === 'activate' && (
        <Select
          label="The past"
          help="Try the rule first: it shows how many cases that would be."
          choices={pastDays.map((days) => ({ value: String(days), label: pastWords[days] }))}
          value={String(past)}
          onChange={(event) => setPast(pastDays.find((days) => String(days) === event.target.value) ?? 0)}
        />
      )}
      <TextArea
        label="Reason"
        help="Whoever approves reads this, and so does an examiner."
        value={reason}
        limit={2_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={kind === null || reason.trim() === ''}
          onPress={propose}
        >
          {kind === null ? 'Propose' : `Propose to ${changeWords[kind].label.toLowerCase()}`}
        </Button>
        {view.state === 'draft' && (
          <Button
            isPending={isPending}
            onPress={() =>
              void act(() => discardRuleAction({ businessId, ruleId, version }), {
                failed: 'Not discarded',
                done: 'Discarded',
              })
            }
          >
            Discard draft
          </Button>
        )}
      </div>
      <p className="text-muted text-xs">Somebody else has to approve it. Until then nothing changes.</p>
    </>
  );
}

function Answer({ view, proposal }: { view: RuleView; proposal: RuleChange }) {
  const { businessId, ruleId, version } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const isOwn = proposal.proposedBy.personId === view.me;
  const text = view.versions.find(({ number }) => number === proposal.number);
  const before =
    proposal.kind === 'activate' && view.state === 'active'
      ? view.versions.find(({ number }) => number === view.inForce)
      : undefined;
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">{proposal.proposedBy.name}</span> proposes to{' '}
        <span className="font-semibold">{changeWords[proposal.kind].label.toLowerCase()}</span> version{' '}
        {proposal.number}:
      </p>
      <p className="break-words border-line-strong border-l-2 pl-3 text-base">{text?.says}</p>
      {before !== undefined && (
        <p className="break-words text-muted text-sm">
          Instead of version {before.number}: {before.says}
        </p>
      )}
      <p className="text-muted text-sm">
        {changeWords[proposal.kind].follows}
        {proposal.kind === 'activate' &&
          ` ${pastWords[pastDays.find((days) => days === proposal.pastDays) ?? 0]}.`}
      </p>
      <p className="whitespace-pre-wrap break-words text-muted text-sm">Reason: {proposal.reason}</p>
      <AnswerProposal
        agree="approve"
        isOwn={isOwn}
        isPending={isPending}
        limit={2_000}
        onAnswer={({ how, comment, done }) =>
          void act(() => answerRuleChangeAction({ businessId, ruleId, version, answer: how, comment }), {
            failed: 'Nothing was changed',
            done,
          })
        }
      />
    </>
  );
}
