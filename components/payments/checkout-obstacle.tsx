import { findStatusStyle } from '#components/status/status-table.ts';
import { Banner } from '#components/ui/banner.tsx';
import { tPayment } from '#lib/messages/payments.ts';
import type { CheckoutObstacle } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** Explains why the payer should not pay, and why there is no QR code. */
export function ObstacleBanner({
  obstacle,
  payment,
}: {
  obstacle: CheckoutObstacle;
  payment: Pick<PaymentDetail, 'status'>;
}) {
  if (obstacle === 'status')
    return (
      <Banner
        title={tPayment('checkout.obstacle.status.title', {
          status: findStatusStyle('payment', payment.status ?? '').label,
        })}
      >
        {tPayment('checkout.obstacle.status.body')}
      </Banner>
    );
  return (
    <Banner tone="attention" title={tPayment(`checkout.obstacle.${obstacle}.title`)}>
      {tPayment(`checkout.obstacle.${obstacle}.body`)}
    </Banner>
  );
}
