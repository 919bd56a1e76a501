import 'server-only';
import * as z from 'zod';
import { addLabel, listRecordLabels, readNote, writeNote } from '#lib/annotations/index.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumLabelLength, maximumNoteLength } from '#lib/annotations/model.ts';
import { addLabelForm, writeNoteForm } from '#lib/annotations/schema.ts';
import { createWithinLimits } from '#lib/creation-limits/index.ts';
import { listExceptions, workException } from '#lib/exceptions/index.ts';
import { exceptionStates } from '#lib/exceptions/model.ts';
import { workExceptionForm } from '#lib/exceptions/schema.ts';
import { tApi } from '#lib/messages/api.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { readIntentView } from '#lib/payments/index.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  paymentTypes,
  rateTypes,
  redirectModes,
} from '#lib/service/contract/enumerations.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { findOne } from './list-query.ts';
import { writeTime } from './model-record.ts';
import { ApiRefusal } from './problem.ts';
import type { ApiWrite } from './route.ts';
import { createWriteRoute } from './route.ts';
import { exception, paymentRequest, writeException, writePaymentRequest } from './write-record.ts';

const text = (maximum: number) => z.string().max(maximum).transform(storableText);

/** Checks the form of a page. Its fields are those of the request, except the renamed ones. */
function readForm<Schema extends z.ZodType>(
  schema: Schema,
  form: z.input<Schema>,
  renamed: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  throw new ApiRefusal('invalid-request', {
    errors: parsed.error.issues.map(({ path: [field = ''], message }) => ({
      parameter: renamed[String(field)] ?? String(field),
      detail: message,
    })),
  });
}

const newPayment = z
  .strictObject({
    clientPaymentId: text(1_000),
    amount: text(100).meta({ description: tApi('body.amount') }),
    displayCurrency: z
      .enum(fiatCurrencies)
      .optional()
      .meta({ description: tApi('body.displayCurrency') }),
    depositCurrency: z
      .enum(cryptoCurrencies)
      .optional()
      .meta({ description: tApi('body.depositCurrency') }),
    network: z.enum(networks).optional(),
    type: z.enum(paymentTypes).default('ONE_TIME'),
    rateType: z.enum(rateTypes).default('FIXED'),
    expirationMinutes: z
      .int()
      .min(0)
      .max(999_999_999)
      .default(30)
      .meta({ description: tApi('body.expirationMinutes') }),
    locale: text(40).default('en'),
    redirectUrl: text(4_000).default(''),
    redirectMode: z.enum(redirectModes).default('PARENT'),
    secondLinkAccepted: z
      .boolean()
      .default(false)
      .meta({ description: tApi('body.secondLinkAccepted') }),
  })
  .meta({ id: 'NewPayment' });

const createPaymentRoute = createWriteRoute({
  path: '/payments',
  summary: tApi('operation.createPayment'),
  scope: 'payments:write',
  body: newPayment,
  response: paymentRequest,
  write: async ({ context, businessId, body, onMade }) => {
    const { displayCurrency = '', depositCurrency = '', network = '', expirationMinutes, ...rest } = body;
    // A price in both kinds of currency would leave one of them out.
    if ((displayCurrency === '') === (depositCurrency === ''))
      throw new ApiRefusal('invalid-request', {
        errors: [{ parameter: 'displayCurrency', detail: tApi('invalid.oneCurrency') }],
      });
    const form = readForm(
      createPaymentForm,
      {
        ...rest,
        businessId,
        displayCurrency,
        depositCurrency,
        network,
        priceIn: displayCurrency === '' ? 'crypto' : 'fiat',
        expires: 'custom',
        expiresMinutes: String(expirationMinutes),
      },
      { expiresMinutes: 'expirationMinutes' },
    );
    await createWithinLimits(context, form, onMade);
  },
  read: async ({ context, businessId, madeId }) =>
    writePaymentRequest(await readIntentView(context, businessId, madeId)),
});

const note = z
  .object({
    noteId: z.string(),
    kind: z.string(),
    recordId: z.string(),
    text: z.string(),
    author: z.string(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'Note' });

const recordLabels = z
  .object({ kind: z.string(), recordId: z.string(), labels: z.array(z.string()) })
  .meta({ id: 'RecordLabels' });

const newNote = z.strictObject({ text: text(maximumNoteLength * 2) }).meta({ id: 'NewNote' });
const newLabel = z.strictObject({ name: text(maximumLabelLength * 2) }).meta({ id: 'NewLabel' });

const annotated = [
  ['payment', 'payments'],
  ['deposit', 'deposits'],
  ['withdrawal', 'withdrawals'],
] as const;

const createNoteRoute = (kind: RecordKind, list: string): ApiWrite =>
  createWriteRoute({
    path: `/${list}/{id}/notes`,
    summary: tApi(`operation.note.${kind}`),
    scope: 'notes:write',
    body: newNote,
    response: note,
    write: async ({ context, businessId, id, body, onMade }) => {
      const form = readForm(writeNoteForm, { businessId, kind, recordId: id, ...body });
      await writeNote(context, form, onMade);
    },
    read: async ({ context, businessId, madeId }) => {
      const { createdAt, changedAt, ...written } = await readNote(context, businessId, madeId);
      return { ...written, createdAt: writeTime(createdAt), changedAt: writeTime(changedAt) };
    },
  });

const createLabelRoute = (kind: RecordKind, list: string): ApiWrite =>
  createWriteRoute({
    path: `/${list}/{id}/labels`,
    summary: tApi(`operation.label.${kind}`),
    scope: 'labels:write',
    body: newLabel,
    response: recordLabels,
    write: async ({ context, businessId, id, body, onMade }) => {
      await addLabel(context, readForm(addLabelForm, { businessId, kind, recordId: id, ...body }), onMade);
    },
    read: async ({ context, businessId, id }) => ({
      kind,
      recordId: id,
      labels: [...(await listRecordLabels(context, businessId, kind, id))],
    }),
  });

const anyException = { work: ['open', 'resolved'] };

const resolveRoute = createWriteRoute({
  path: '/exceptions/{id}/resolve',
  summary: tApi('operation.resolve'),
  scope: 'exceptions:write',
  body: z
    .strictObject({
      reason: z.enum(resolutionReasons),
      reasons: z
        .array(z.enum(exceptionStates))
        .min(1)
        .max(exceptionStates.length)
        .meta({ description: tApi('body.reasons') }),
      note: text(20_000)
        .optional()
        .meta({ description: tApi('body.note') }),
    })
    .meta({ id: 'Resolution' }),
  response: exception,
  write: async ({ context, businessId, id, body, onMade }) => {
    const [row] = (await listExceptions(context, businessId, findOne(id, anyException), 1)).rows;
    if (row === undefined) throw new ApiRefusal('not-found');
    const { kind, subjectId, version, owner } = row;
    const form = readForm(workExceptionForm, {
      businessId,
      kind,
      subjectId,
      version,
      ownerId: owner?.personId ?? null,
      note: body.note ?? row.note,
      resolved: true,
      reason: body.reason,
      states: body.reasons,
    });
    await workException(context, form, onMade);
  },
  read: async ({ context, businessId, madeId }) => {
    const [row] = (await listExceptions(context, businessId, findOne(madeId, anyException), 1)).rows;
    if (row === undefined) throw new ApiRefusal('not-found');
    return writeException(row);
  },
});

/** Everything that a program may change. Cases are only read. Settings and people have no address. */
export const apiWrites: readonly ApiWrite[] = [
  createPaymentRoute,
  ...annotated.flatMap(([kind, list]) => [createNoteRoute(kind, list), createLabelRoute(kind, list)]),
  resolveRoute,
];
