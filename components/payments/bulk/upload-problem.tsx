import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { Failure } from '#lib/values/action-result.ts';

export type UploadSource = 'file' | 'text';
export type UploadFailure = Pick<Failure, 'message' | 'fieldErrors'> & {
  readonly code?: Failure['code'];
  readonly requestId?: string;
};

/** Says why the rows were not checked. A sign-in brings copied rows back, but a browser never returns a file. */
export function UploadProblem({
  failure: { code, message, fieldErrors, requestId },
  source,
  businessId,
}: {
  failure: UploadFailure;
  source: UploadSource;
  businessId: string;
}) {
  if (code === 'unauthenticated') {
    const here = `/${businessId}/payments/bulk`;
    return (
      <Banner
        tone="bad"
        title={tPaymentBatches(source === 'file' ? 'upload.signedOut' : 'upload.rowsSignedOut')}
        action={
          <LinkButton size="sm" prefetch={false} href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}>
            {tPaymentBatches('upload.signIn')}
          </LinkButton>
        }
      >
        {tPaymentBatches(source === 'file' ? 'upload.signedOutFile' : 'upload.rowsSignedOutText')}
      </Banner>
    );
  }
  return (
    <Banner tone="bad" title={Object.values(fieldErrors).flat()[0] ?? message}>
      {requestId &&
        tPaymentBatches.rich('upload.requestId', {
          id: () => <span className="font-mono text-xs">{requestId}</span>,
        })}
    </Banner>
  );
}
