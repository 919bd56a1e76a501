'use client';

import { useRouter } from 'next/navigation';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { RuleForm } from './rule-form.tsx';

/** A rule that is not there yet. */
export function NewRule({ businessId, zone }: { businessId: string; zone: string }) {
  const router = useRouter();
  const rules = `/${businessId}/reviews/rules`;
  return (
    <>
      <PageHeader title="New rule" back={{ href: rules, label: 'Rules' }} />
      <PageBody>
        <RuleForm
          businessId={businessId}
          known={null}
          initial={emptyForm}
          zone={zone}
          onSaved={(ruleId) => router.push(`${rules}/${ruleId}`)}
          onCancel={() => router.push(rules)}
        />
      </PageBody>
    </>
  );
}
