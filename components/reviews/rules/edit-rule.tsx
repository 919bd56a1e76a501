'use client';

import { toRuleForm } from '#lib/reviews/rules/model/form.ts';
import type { RuleVersion } from '#lib/reviews/rules/schema/views.ts';
import { RuleForm } from './rule-form.tsx';

/** Edits the newest version of a rule. */
export function EditRule({
  businessId,
  rule,
  newest,
  zone,
  onClose,
}: {
  businessId: string;
  rule: { readonly ruleId: string; readonly version: number };
  newest: RuleVersion;
  zone: string;
  onClose: () => void;
}) {
  return (
    <RuleForm
      businessId={businessId}
      saved={rule}
      initial={toRuleForm(newest)}
      zone={zone}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
