import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tRuleForm } from '#lib/messages/review-rules.ts';
import { NewRuleForm } from './new-rule-form.tsx';

/** Creates a rule and opens its page. */
export function NewRule({ businessId, zone }: { businessId: string; zone: string }) {
  return (
    <>
      <PageHeader
        title={tRuleForm('title')}
        back={{ href: `/${businessId}/reviews/rules`, label: tReviewTerms('back.rules') }}
      />
      <PageBody>
        <NewRuleForm businessId={businessId} zone={zone} />
      </PageBody>
    </>
  );
}
