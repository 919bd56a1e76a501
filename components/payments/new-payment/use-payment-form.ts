'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasSameTexts, useDraftForm } from '#components/forms/use-action-form.ts';
import { loadRules } from '#components/query/load-rules.ts';
import { announce } from '#components/ui/announce.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { proposePaymentAction } from '#lib/creation-limits/actions.ts';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import { findExceededLimit } from '#lib/creation-limits/model.ts';
import type { WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tCreationLimitForm, tNewPayment } from '#lib/messages/new-payment.ts';
import { reserveClientIdAction } from '#lib/payment-templates/actions.ts';
import { templateFieldNames } from '#lib/payment-templates/model.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import { createPaymentAction } from '#lib/payments/create/actions.ts';
import type { DefaultTerms, SentFields } from '#lib/payments/create/model/form.ts';
import { createForm, restoreForm, toForm } from '#lib/payments/create/model/form.ts';
import type {
  CreatePaymentForm,
  CreatePaymentInput,
  PaymentInputLimits,
} from '#lib/payments/create/schema/create.ts';
import type { CreationDetails, FormerPayment } from '#lib/payments/create/schema/details.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import type { LastAttempt } from './last-attempt.tsx';
import type { TypedDetails } from './payment-values.ts';
import {
  createSuggestedId,
  hasExcessDecimals,
  readTypedPrice,
  toSentDetails,
  toTypedDetails,
  withSentAmount,
} from './payment-values.ts';

/** The values with which the form opens, and what it sends to. */
export type PaymentFormStart = {
  readonly businessId: string;
  readonly suggestedId: string;
  readonly accepted: AcceptedTerms;
  /** Assumed defaults and limits where the interface documents none. */
  readonly defaultTerms: DefaultTerms & PaymentInputLimits;
  /** The request that the form corrects. */
  readonly intent: IntentView | null;
  /** The terms of an earlier payment that the form repeats, with the subject of its draft. */
  readonly former: {
    readonly draftId: string;
    readonly sent: SentFields;
    /** The payment that the new one replaces or completes. */
    readonly follows: FormerPayment | null;
  } | null;
  /** The saved note and labels of the request. */
  readonly details: CreationDetails | null;
  /** The form follows another payment, so it suggests a new ID. */
  readonly fresh: boolean;
  readonly templates: TemplatesView;
  /** Prices above these need a second person. */
  readonly limits: readonly CreationLimit[];
  readonly onAnswered: (intent: IntentView) => void;
  readonly onProposed: (waiting: readonly WaitingPayment[]) => void;
};

/** A field of the request. Every value is text. */
export type FieldName = Exclude<keyof CreatePaymentInput, 'businessId' | 'secondLinkAccepted'>;
type FieldChanges = Readonly<Partial<Record<FieldName, string>>>;
export type PaymentForm = ReturnType<typeof usePaymentForm>;

/** The rules are as heavy as the page, and nothing needs them before a field is left. */
const importRules = async () => (await import('./form-rules.ts')).checkForm;

/** Returns the texts of the form, as they are kept. */
const toTexts = (
  { businessId: _business, secondLinkAccepted: _second, ...texts }: CreatePaymentInput,
  { note, labels }: TypedDetails,
) => ({ ...texts, note, labels });

/**
 * The form of a new payment: its values, their problems, its template and its sending. A field shows its problem once it
 * was left or sent, and an amount with too many decimals at once. A price above a limit goes to a second person, any other to the service.
 */
export function usePaymentForm({
  businessId,
  suggestedId,
  accepted,
  defaultTerms,
  intent,
  former,
  details: savedDetails,
  fresh,
  templates,
  limits,
  onAnswered,
  onProposed,
}: PaymentFormStart) {
  const { locale } = useLocaleSettings();
  const [firstId] = useState(() => (fresh ? createSuggestedId(new Date()) : suggestedId));
  const repeated = fresh ? null : former;
  const sent = intent?.sent ?? repeated?.sent ?? [];
  const opening = toForm(sent, createForm(businessId, firstId, accepted, defaultTerms));
  const form = useDraftForm({
    businessId,
    draft: 'new-payment',
    // A form that corrects a request or repeats a payment has a draft of its own.
    subject: intent?.intentId ?? repeated?.draftId ?? 'new',
    initial: toTexts(opening, toTypedDetails(fresh ? null : savedDetails)),
    inForm: true,
  });
  const { fields, tried, problem } = form;
  /** The values as typed, and as they are sent: with the amount in plain digits. */
  const typed = restoreForm(fields, opening);
  const typedPrice = readTypedPrice(typed, locale, defaultTerms.currencyDecimals);
  const values = withSentAmount(typed, typedPrice);
  const [checkForm, setCheck] = useState<Awaited<ReturnType<typeof importRules>> | null>(null);
  const check = checkForm?.(typed, defaultTerms, locale) ?? null;
  const prepare = () => {
    if (checkForm === null)
      importRules().then(
        (rules) => setCheck(() => rules),
        () => undefined,
      );
  };
  const [isPreparing, setPreparing] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const hasExcess = hasExcessDecimals(values, defaultTerms.currencyDecimals);
  const prepareForExcess = useEffectEvent(prepare);
  useEffect(() => {
    if (hasExcess) prepareForExcess();
  }, [hasExcess]);
  /** More digits don't correct an amount with too many decimals, so its problem shows while it is typed. */
  const showsProblem = (name: string) => left.has(name) || (name === 'amount' && hasExcess);
  const findError = (name: string): string | undefined =>
    (showsProblem(name) && check?.ok === false ? check.errors[name] : undefined) ?? form.errors[name]?.[0];
  const leave = (names: readonly string[]) => setLeft((known) => new Set([...known, ...names]));
  const change = (changes: FieldChanges) => form.set(changes);

  const isWrong = hasExcess || Object.keys(fields).some((name) => findError(name) !== undefined);
  const amount = isWrong ? null : parseAmount(values.amount.trim());
  const currency = values.priceIn === 'fiat' ? values.displayCurrency : values.depositCurrency;
  const exceededLimit = findExceededLimit({ amount, currency }, limits);

  // The template whose next ID the form shows. The ID is reserved when the request is sent.
  const [numbered, setNumbered] = useState<{ templateId: string; nextId: string } | null>(null);
  const [templateId, setTemplateId] = useState<string | null>(null);
  const applyTemplate = (chosen: TemplateView | null) => {
    setTemplateId(chosen?.templateId ?? null);
    setNumbered(null);
    if (chosen === null) return;
    const misfits = new Set(chosen.problems.map(({ field }) => field));
    const fitting = templateFieldNames.flatMap((field) => {
      const value = chosen.fields[field];
      if (misfits.has(field) || (field === 'amount' && value === '')) return [];
      return [[field, field === 'amount' ? formatTypedAmount(value, locale) : value]];
    });
    const { nextClientId } = chosen;
    change({
      ...Object.fromEntries(fitting),
      ...(nextClientId !== null && { clientPaymentId: nextClientId }),
    });
    setLeft(new Set());
    if (nextClientId !== null) setNumbered({ templateId: chosen.templateId, nextId: nextClientId });
  };

  const isPending = form.isPending || isPreparing;
  const [second, setSecond] = useState({ isAccepted: false, isMissing: false });
  const failure = problem?.failure ?? null;
  const isSameId = tried.clientPaymentId === fields.clientPaymentId;
  const needsSecondLink = failure?.fieldErrors['secondLinkAccepted'] !== undefined;
  // A refusal of the input is forgotten once the input changes. Another answer stays until the next attempt.
  const isForgotten = failure?.code === 'invalid' && !needsSecondLink && !hasSameTexts(fields, form.answered);
  const answered: LastAttempt | null = intent === null ? null : { kind: 'intent', intent };
  const failed: LastAttempt | null =
    problem === null || isForgotten
      ? null
      : failure === null
        ? { kind: 'lost' }
        : { kind: 'failure', failure };
  const lastTry = isPending ? null : problem === null ? answered : failed;
  /**
   * This request may create a second payable link. Either a payment with its client ID was received although the request
   * was refused or not sent, or the server requires a confirmation.
   */
  const isSecondLink =
    problem === null
      ? intent !== null &&
        intent.payments.length > 0 &&
        intent.clientPaymentId === values.clientPaymentId.trim()
      : needsSecondLink && isSameId;

  const formRef = useRef<HTMLFormElement>(null);
  const focusFirst = (names: readonly string[]) => {
    const controls = [...(formRef.current?.elements ?? [])];
    const first = controls.find((control) => names.includes(control.getAttribute('name') ?? ''));
    if (first instanceof HTMLElement) first.focus();
  };
  const focusRefused = useEffectEvent(() => focusFirst(Object.keys(failure?.fieldErrors ?? {})));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure moves the focus once.
  useEffect(() => focusRefused(), [failure]);

  /** Sends the form with a reserved ID in place of the next one of a template. */
  const sendReserved = <Data>(
    checked: CreatePaymentForm,
    action: (ready: CreatePaymentForm) => Promise<ActionResult<Data>>,
    messages: { readonly failed: string; readonly done?: string },
  ) => {
    let ready = checked;
    let isReserved = numbered === null || checked.clientPaymentId !== numbered.nextId;
    return form.send(async () => {
      if (numbered !== null && !isReserved) {
        const reserved = await reserveClientIdAction({ businessId, templateId: numbered.templateId });
        if (!reserved.ok) return reserved;
        const { clientPaymentId } = reserved.data;
        isReserved = true;
        ready = { ...ready, clientPaymentId };
        // The form keeps the ID, so that sending it again after a lost answer can't create a second payment.
        change({ clientPaymentId });
        setNumbered(null);
      }
      return action(ready);
    }, messages);
  };
  const submit = async () => {
    if (isPending) return;
    leave(Object.keys(opening));
    setPreparing(true);
    const rules = checkForm ?? (await loadRules(importRules, { failed: tNewPayment('notSent') }));
    setPreparing(false);
    if (rules === null) return;
    setCheck(() => rules);
    const checked = rules(typed, defaultTerms, locale);
    if (!checked.ok) return focusFirst(Object.keys(checked.errors));
    if (isSecondLink && !second.isAccepted) return setSecond({ isAccepted: false, isMissing: true });
    const details = toSentDetails(fields, {
      former: repeated?.follows ?? null,
      isCorrection: intent !== null,
    });
    const failedTitle = tNewPayment('notSent');
    if (exceededLimit !== null) {
      const proposed = await sendReserved(
        checked.form,
        (ready) => proposePaymentAction({ ...ready, ...details }),
        { failed: failedTitle, done: tCreationLimitForm('form.submitted') },
      );
      if (proposed !== null) onProposed(proposed.waiting);
      return;
    }
    const created = await sendReserved(
      checked.form,
      (ready) => createPaymentAction({ ...ready, ...details, secondLinkAccepted: isSecondLink }),
      { failed: failedTitle },
    );
    setSecond({ isAccepted: false, isMissing: false });
    if (created === null) return;
    announce(tNewPayment(created.state === 'CREATED' ? 'created' : 'notConfirmed'));
    onAnswered(created);
  };
  return {
    formRef,
    values,
    details: { note: fields.note, labels: fields.labels },
    setDetails: (changed: Partial<TypedDetails>) => form.set(changed),
    draft: form.draft,
    /** Loads the rules early. */
    prepare,
    isPending,
    /** Two amounts that the typed text may mean, or null. */
    amountReadings: typedPrice.kind === 'ambiguous' ? typedPrice.readings : null,
    /** A field is wrong, so nothing is previewed that could not be sent. */
    isWrong,
    amount,
    exceededLimit,
    follows: repeated?.follows ?? null,
    lastTry,
    /** The result that `lastTry` shows, for effects. */
    result: isPending ? null : (problem ?? intent),
    second: isSecondLink ? second : null,
    acceptSecond: (isAccepted: boolean) => setSecond({ isAccepted, isMissing: false }),
    template: templates.templates.find((one) => one.templateId === templateId) ?? null,
    isNextId: numbered !== null && values.clientPaymentId.trim() === numbered.nextId,
    applyTemplate,
    /** The properties of a control. */
    field: (name: FieldName) => ({
      ...form.field(name, findError(name)),
      name,
      onBlur: () => leave([name]),
    }),
    change,
    /** Changes fields to complete values, which are checked at once. */
    complete: (changes: FieldChanges) => {
      change(changes);
      leave(Object.keys(changes));
    },
    submit,
  };
}
