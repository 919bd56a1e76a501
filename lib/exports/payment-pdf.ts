import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listPaymentDeposits } from '#lib/deposits/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { toFileName } from './file-name.ts';
import { createPaymentContent } from './pdf/payment-content.ts';
import { createZonedTime } from './zoned-time.ts';

export type PdfExport = { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Exports a payment as a PDF for the customer's file. Audited as an export. Throws Problem 'not-found' or
 * 'forbidden'.
 */
export async function exportPaymentPdf(
  context: Context<PersonActor>,
  business: string,
  paymentId: string,
): Promise<PdfExport> {
  const { businessId } = requirePermission(context, business, 'export');
  const [payment, deposits, businesses] = await Promise.all([
    readPayment(context, businessId, paymentId),
    listPaymentDeposits(context, businessId, paymentId),
    listBusinesses(context),
  ]);
  const label = businesses.find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const at = context.clock.now();
  const zone = { name: label.timeZone, time: createZonedTime(label.timeZone) };
  const content = createPaymentContent({ payment, deposits }, { businessName: label.name, zone, at });
  // The worker loads this room for exported files, and draws none.
  const { drawDocument } = await import('./pdf/draw.ts');
  const bytes = await drawDocument(content);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.pdf',
      objectType: 'payment',
      objectId: payment.paymentId,
      after: { deposits: deposits.length },
    }),
  );
  const fileName = toFileName(label.name, `payment-${payment.paymentId}`, zone.time(at));
  return { fileName: `${fileName}.pdf`, bytes };
}

/** Creates a PDF download. */
export const createPdfResponse = ({ fileName, bytes }: PdfExport): Response =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
