import type { Metadata } from 'next';
import { Register } from '#components/reviews/register.tsx';
import { tReviewRegister } from '#lib/messages/review-register.ts';
import { listReports } from '#lib/reviews/index.ts';
import { hiddenMetadata } from '../../hidden-metadata.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  hiddenMetadata((await params).business, 'review.work', tReviewRegister('title'));

export default async function RegisterPage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await hiddenPageAccess((await params).business, 'review.work');
  return <Register businessId={scope.businessId} rows={await listReports(context, scope.businessId)} />;
}
