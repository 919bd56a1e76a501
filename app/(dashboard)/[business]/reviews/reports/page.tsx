import type { Metadata } from 'next';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { ReportRegister } from '#components/reviews/reports/report-register.tsx';
import { tReviewRegister } from '#lib/messages/review-reports.ts';
import { listReports } from '#lib/reviews/index.ts';
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import { createHiddenMetadata } from '../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';
import type { ListPageProps } from '../../read-list-start.ts';
import { readListStart } from '../../read-list-start.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tReviewRegister('title'));

export default async function RegisterPage(props: ListPageProps) {
  const { start, queries } = await readListStart(props, reportList, listReports, {
    access: requireHiddenPageAccess,
    see: 'review.work',
    take: 'review.work',
    path: 'reviews/reports',
  });
  return (
    <QueryHydration queries={queries}>
      <ReportRegister start={start} />
    </QueryHydration>
  );
}
