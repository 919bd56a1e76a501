'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { removeMatchRuleAction, runMatchRulesAction } from '#lib/reconciliation/actions.ts';
import { describeMatchRule } from '#lib/reconciliation/model/describe-rule.ts';
import type { MatchRule } from '#lib/reconciliation/model/rules.ts';
import type { ReconciliationView } from '#lib/reconciliation/schema.ts';
import { RuleForm } from './rule-form.tsx';

/** The rules of a currency, in the order in which they apply. */
export function RulesSection({ businessId, view }: { businessId: string; view: ReconciliationView }) {
  const { rules, ruleRun, currency, mayMatch } = view;
  const { act, isPending } = useAction({ businessId, kind: 'bank', refresh: true });
  /** The rule that is edited, `new` for a new one. */
  const [edited, setEdited] = useState<MatchRule | 'new' | null>(null);
  if (edited !== null)
    return (
      <Section title={tReconciliation('rules.title')}>
        <RuleForm
          businessId={businessId}
          currency={currency}
          rule={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      </Section>
    );
  return (
    <Section title={tReconciliation('rules.title')}>
      <div className="flex flex-col gap-3 text-sm">
        {rules.length === 0 ? (
          <p className="text-muted">{tReconciliation('rules.none')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {rules.map((rule) => (
              <li key={rule.ruleId} className="flex items-start justify-between gap-3 py-2 first:pt-0">
                <span className="min-w-0">
                  <span className="break-words font-medium">{ExternalText(rule.name)}</span>
                  <span className="block break-words text-muted">{describeMatchRule(rule)}</span>
                </span>
                {mayMatch && (
                  <span className="flex shrink-0 gap-1">
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={tReconciliation('rules.editNamed', { name: rule.name })}
                      onPress={() => setEdited(rule)}
                    >
                      {tReconciliation('rules.edit')}
                    </Button>
                    <RemoveRule businessId={businessId} rule={rule} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {ruleRun !== null && <RuleRunStatus run={ruleRun} />}
        {mayMatch && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onPress={() => setEdited('new')}>
              {tReconciliation('rules.add')}
            </Button>
            {rules.length > 0 && (
              <Button
                size="sm"
                isPending={isPending}
                onPress={() =>
                  void act(() => runMatchRulesAction({ businessId, currency }), {
                    failed: tReconciliation('rules.notRun'),
                    done: () => tReconciliation('rules.requested'),
                  })
                }
              >
                {tReconciliation('rules.run')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

/** Says whether the job still applies the rules, and how many lines they matched. The page refreshes when it ends. */
function RuleRunStatus({ run: { state, lines } }: { run: NonNullable<ReconciliationView['ruleRun']> }) {
  const { locale } = useLocaleSettings();
  const text = tReconciliation(`rules.runs.${state}`, { n: lines, count: lines.toLocaleString(locale) });
  return (
    <p role="status" className={state === 'failed' ? 'text-bad' : 'text-muted'}>
      {text}
    </p>
  );
}

function RemoveRule({ businessId, rule: { ruleId, name } }: { businessId: string; rule: MatchRule }) {
  const { act } = useAction({ businessId, kind: 'bank', refresh: true });
  return (
    <ConfirmDialog
      danger
      trigger={
        <Button size="sm" variant="quiet" aria-label={tReconciliation('rules.removeNamed', { name })}>
          {tReconciliation('rules.remove')}
        </Button>
      }
      title={tReconciliation('rules.removeTitle')}
      confirmLabel={tReconciliation('rules.remove')}
      onConfirm={() =>
        act(() => removeMatchRuleAction({ businessId, ruleId }), {
          failed: tReconciliation('rules.notRemoved'),
          done: () => tReconciliation('rules.removed'),
        })
      }
    >
      {tReconciliation('rules.removeText')}
    </ConfirmDialog>
  );
}
