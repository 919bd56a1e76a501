'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tRuleChange, tRuleLabels } from '#lib/messages/review-rules-page.ts';
import {
  decideRuleChangeAction,
  discardRuleAction,
  proposeRuleChangeAction,
} from '#lib/reviews/rules/actions.ts';
import type { ChangeKind } from '#lib/reviews/rules/model/rule.ts';
import { listAllowedChanges, pastDays } from '#lib/reviews/rules/model/rule.ts';
import type { RuleChange, RuleView } from '#lib/reviews/rules/schema/views.ts';
import { ProposalDecisionForm } from '../decisions/proposal-decision-form.tsx';

/** Proposes a change of the rule, or answers the pending one. A second person approves each change. */
export function RuleChangePanel({ view }: { view: RuleView }) {
  const proposal = view.changes.find(({ state }) => state === 'proposed');
  if (proposal === undefined && view.state === 'retired') return null;
  return (
    <Section title={tRuleChange(proposal === undefined ? 'propose' : 'approval')}>
      <div className="flex flex-col gap-3">
        {proposal === undefined ? <Propose view={view} /> : <Answer view={view} proposal={proposal} />}
      </div>
    </Section>
  );
}

function Propose({ view }: { view: RuleView }) {
  const { businessId, ruleId, version } = view;
  const { fields, field, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    draft: 'rule-change',
    subject: ruleId,
    initial: { reason: '' },
  });
  const { reason } = fields;
  const choices = [...listAllowedChanges(view)];
  const [kind, setKind] = useState<ChangeKind | null>(choices[0]?.[0] ?? null);
  const [days, setDays] = useState<(typeof pastDays)[number]>(0);
  const propose = () => {
    if (kind === null) return;
    const input = { businessId, ruleId, version, kind, pastDays: days, reason };
    void send(() => proposeRuleChangeAction(input), {
      failed: tRuleChange('notProposed'),
      done: tRuleChange('proposed'),
    });
  };
  const discard = () =>
    send(() => discardRuleAction({ businessId, ruleId, version }), {
      failed: tRuleChange('notDiscarded'),
      done: tRuleChange('discarded'),
    });
  return (
    <>
      <RadioGroup
        name="change"
        label={tRuleChange('change')}
        choices={choices.map(([value, number]) => ({
          value,
          label:
            value === 'activate'
              ? tRuleChange('activateVersion', { number: String(number) })
              : tRuleLabels(`change.${value}`),
          help: tRuleLabels(`effect.${value}`),
        }))}
        value={kind ?? ''}
        onChange={(event) => setKind(choices.find(([value]) => value === event.target.value)?.[0] ?? null)}
      />
      {kind === 'activate' && (
        <Select
          label={tRuleChange('earlier')}
          help={tRuleChange('earlierHelp')}
          choices={pastDays.map((value) => ({
            value: String(value),
            label: tRuleChange('earlierChoice', { days: value }),
          }))}
          value={String(days)}
          onChange={(event) => setDays(pastDays.find((value) => String(value) === event.target.value) ?? 0)}
        />
      )}
      <TextArea
        label={tRuleChange('reason')}
        help={tRuleChange('reasonHelp')}
        limit={2_000}
        {...field('reason')}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={kind === null || reason.trim() === ''}
          onPress={propose}
        >
          {tRuleChange(kind === null ? 'button' : `buttons.${kind}`)}
        </Button>
        {view.state === 'draft' && (
          <Button isPending={isPending} onPress={() => void discard()}>
            {tRuleChange('discard')}
          </Button>
        )}
      </div>
      <p className="text-muted text-xs">{tRuleChange('takesEffect')}</p>
    </>
  );
}

function Answer({ view, proposal }: { view: RuleView; proposal: RuleChange }) {
  const { businessId, ruleId, version } = view;
  const isOwn = proposal.proposedBy.personId === view.me;
  const proposed = view.versions.find(({ number }) => number === proposal.number);
  const replaced =
    proposal.kind === 'activate' && view.state === 'active'
      ? view.versions.find(({ number }) => number === view.inForce)
      : undefined;
  return (
    <>
      <p className="text-sm">
        {tRuleChange.rich(`proposals.${proposal.kind}`, {
          person: proposal.proposedBy.name,
          number: String(proposal.number),
          name: (text) => <span className="font-medium">{text}</span>,
          change: (text) => <span className="font-semibold">{text}</span>,
        })}
      </p>
      <p className="break-words border-line-strong border-s-2 ps-3 text-base">{proposed?.sentence}</p>
      {replaced !== undefined && (
        <p className="break-words text-muted text-sm">
          {tRuleChange('replaces', { number: String(replaced.number), summary: replaced.sentence })}
        </p>
      )}
      <p className="text-muted text-sm">
        {tRuleLabels(`effect.${proposal.kind}`)}{' '}
        {proposal.kind === 'activate' && tRuleChange('earlierEffect', { days: proposal.pastDays })}
      </p>
      <p className="whitespace-pre-wrap break-words text-muted text-sm">
        {tRuleChange('proposedReason', { reason: proposal.reason })}
      </p>
      <ProposalDecisionForm
        approve="approve"
        place={{ businessId, draft: 'rule-answer', subject: ruleId }}
        isOwn={isOwn}
        blocks={view.blocks}
        limit={2_000}
        action={(answer, comment) => decideRuleChangeAction({ businessId, ruleId, version, answer, comment })}
        messages={{ failed: tRuleChange('failed') }}
      />
    </>
  );
}
