'use client';

import { useRouter } from 'next/navigation';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { tRuleForm } from '#lib/messages/review-rule-form.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { RuleForm } from './rule-form.tsx';

/** Creates a rule and opens its page. */
export function NewRule({ businessId, zone }: { businessId: string; zone: string }) {
  const router = useRouter();
  const rules = `/${businessId}/reviews/rules`;
  return (
    <>
      <PageHeader title={tRuleForm('title')} back={{ href: rules, label: tReviewTerms('back.rules') }} />
      <PageBody>
        <RuleForm
          businessId={businessId}
          saved={null}
          initial={emptyForm}
          zone={zone}
          onSaved={(ruleId) => router.push(`${rules}/${ruleId}`)}
          onCancel={() => router.push(rules)}
        />
      </PageBody>
    </>
  );
}
