import 'server-only';
import { createHash } from 'node:crypto';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { observeAnswer, previewImport } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { Imported, ImportForm, ImportView } from './schema-import.ts';
import { settleIntent } from './settle-intent.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * Says what importing a payment record (§2.3, or the answer of §4.1 around it) would do, and writes nothing. Throws
 * Problem 'not-found', 'forbidden', and 'invalid' where it is no record of a payment of this business.
 */
export async function checkImport(context: Context<PersonActor>, form: ImportForm): Promise<ImportView> {
  const { businessId } = requirePermission(context, form.businessId, 'import');
  const preview = await previewImport({ businessId, body: bytesOf(form.text) });
  if (preview.kind === 'refused') throw unreadable(preview);
  const { kind: _, withheld, ...view } = preview;
  return {
    ...view,
    withheld: withheld.map(({ value, ...where }) => ({ ...where, offered: value, held: null })),
  };
}

/**
 * Imports a payment record that a person got elsewhere: its bytes are kept with the person and the file, it fills
 * what nobody told, marks nothing as paid, and settles a request whose outcome was unknown (product 17). Throws as
 * `checkImport` does.
 */
export async function importRecord(context: Context<PersonActor>, form: ImportForm): Promise<Imported> {
  const { businessId } = requirePermission(context, form.businessId, 'import');
  const body = bytesOf(form.text);
  const fileName = form.fileName === null ? null : storableText(form.fileName);
  return inTransaction(async (transaction) => {
    const observed = await observeAnswer(transaction, {
      businessId,
      source: 'import',
      startedAt: context.clock.now(),
      body,
      personId: context.actor.personId,
      ...(fileName !== null && { fileName }),
    });
    if (observed.kind === 'refused') throw unreadable(observed);
    const { paymentId, changed } = observed;
    await settleIntent(transaction, context, {
      businessId,
      clientPaymentId: observed.clientPaymentId,
      paymentId,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.import',
      objectType: 'payment',
      objectId: paymentId,
      after: {
        fileName,
        sha256: createHash('sha256').update(body).digest('hex'),
        changed,
      },
    });
    return { paymentId, changed };
  });
}

/** What can't be read of it, in words for the person who brought it. */
function unreadable({ reason, flaws }: { reason: string; flaws: readonly Flaw[] }): Problem {
  const first = flaws
    .slice(0, 3)
    .map(({ path, problem }) => `${path === '' ? 'The record' : path} ${problem}.`);
  const words = reason.replace(/^The answer /, 'The text ');
  return new Problem('invalid', 'This can’t be imported.', {
    fieldErrors: { text: [[words, ...first].join(' ').slice(0, 500)] },
  });
}
