'use client';

import { useRouter } from 'next/navigation';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { RuleForm } from './rule-form.tsx';

/** Creates a rule and opens its page. */
export function NewRuleForm({ businessId, zone }: { businessId: string; zone: string }) {
  const router = useRouter();
  const rules = `/${businessId}/reviews/rules`;
  return (
    <RuleForm
      businessId={businessId}
      saved={null}
      initial={emptyForm}
      zone={zone}
      onSaved={(ruleId) => router.push(`${rules}/${ruleId}`)}
      onCancel={() => router.push(rules)}
    />
  );
}
