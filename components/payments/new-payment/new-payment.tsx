'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useForm, useWatch } from 'react-hook-form';
import { WaitingPayments } from '#components/creation-limits/waiting-payments.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { TemplateField } from '#components/payments/templates/template-field.tsx';
import { callAction } from '#components/query/call-action.ts';
import { intentKeys } from '#components/query/query-keys.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { announce } from '#components/ui/announce.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { toast } from '#components/ui/toast.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { proposePaymentAction } from '#lib/creation-limits/actions.ts';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import { findExceededLimit } from '#lib/creation-limits/model.ts';
import type { AnsweredPayment, WaitingPayment } from '#lib/creation-limits/schema.ts';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tCreationLimits } from '#lib/messages/creation-limits.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import { reserveClientIdAction } from '#lib/payment-templates/actions.ts';
import { templateFieldNames } from '#lib/payment-templates/model.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import { createPaymentAction } from '#lib/payments/create/actions.ts';
import type { DefaultTerms, SentFields } from '#lib/payments/create/model/form.ts';
import { createForm, toForm } from '#lib/payments/create/model/form.ts';
import { mayBeEdited } from '#lib/payments/create/model/intent.ts';
import type { CreatePaymentForm, CreatePaymentInput, Lengths } from '#lib/payments/create/schema/create.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import {
  DuplicateConfirmationField,
  mayCreateSecondLink,
  unconfirmedDuplicate,
} from './duplicate-confirmation.tsx';
import { useIntent } from './intent-query.ts';
import type { LastAttempt } from './last-attempt.tsx';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { PaymentForm } from './payment-form.tsx';
import { RequestSummary } from './request-summary.tsx';
import { deleteDraft, readSavedDraft, saveDraft } from './saved-draft.ts';
import { createSuggestedId } from './suggest-id.ts';
import { readTypedPrice, withSentAmount } from './typed-price.ts';

// The outcome loads only when it is shown.
const Created = lazy(() => import('./created.tsx').then((file) => ({ default: file.CreatedPayment })));
const OnItsWay = lazy(() =>
  import('./unknown-outcome.tsx').then((file) => ({ default: file.SendingRequest })),
);
const InDoubt = lazy(() =>
  import('./unknown-outcome.tsx').then((file) => ({ default: file.UnknownOutcome })),
);

export type NewPaymentProps = {
  readonly businessId: string;
  readonly suggestedId: string;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
  /** Assumed defaults and limits where the interface documents none. */
  readonly defaultTerms: DefaultTerms & Lengths;
  readonly templates: TemplatesView;
  /** The business's own texts for customers. */
  readonly messages: CustomerMessagesView;
  /** Prices above these need a second person. */
  readonly limits: readonly CreationLimit[];
  readonly waiting: readonly WaitingPayment[];
  /** The request named in the URL, if any. */
  readonly intent: IntentView | null;
  /** The terms of an earlier payment that the form repeats, with the id of its draft. */
  readonly former: { readonly draftId: string; readonly sent: SentFields } | null;
};

/** Shows the form of a new payment and the outcome of its request. */
export function NewPayment(props: NewPaymentProps) {
  const { businessId } = props;
  const [shown, setShown] = useState(props.intent);
  const [opened, setOpened] = useState(0);
  const [waiting, setWaiting] = useState(props.waiting);
  const [templates, setTemplates] = useState(props.templates);
  const router = useRouter();
  const queries = useQueryClient();

  const show = (intent: IntentView | null) => {
    setShown(intent);
    const address = `/${businessId}/payments/new${intent === null ? '' : `?intent=${intent.intentId}`}`;
    window.history.replaceState(null, '', address);
    if (intent !== null) queries.setQueryData(intentKeys.one(businessId, intent.intentId), intent);
    void queries.invalidateQueries({ queryKey: intentKeys.open(businessId) });
  };
  const another = () => {
    deleteDraft({ businessId, intentId: null });
    setOpened(opened + 1);
    show(null);
  };
  return (
    <>
      <PageHeader
        title={tNewPayment('title')}
        back={{ href: `/${businessId}/payments`, label: tNewPayment('back') }}
      />
      {shown !== null && !mayBeEdited(shown.state) ? (
        <Outcome
          key={shown.intentId}
          shown={shown}
          messages={props.messages}
          onSettled={show}
          onAnother={another}
        />
      ) : (
        <Compose
          {...props}
          key={opened}
          intent={shown}
          fresh={opened > 0}
          waiting={waiting}
          templates={templates}
          onTemplates={setTemplates}
          onAnswered={show}
          onProposed={(proposed) => {
            setWaiting(proposed);
            another();
          }}
          onWaitingAnswered={(answered) => {
            setWaiting(answered.waiting);
            if (answered.intentId !== null)
              router.push(`/${businessId}/payments/new?intent=${answered.intentId}`);
          }}
        />
      )}
    </>
  );
}

function Outcome({
  shown,
  messages,
  onSettled,
  onAnother,
}: {
  shown: IntentView;
  messages: CustomerMessagesView;
  onSettled: (intent: IntentView) => void;
  onAnother: () => void;
}) {
  const intent = useIntent(shown.businessId, shown.intentId);
  return (
    <Suspense>
      {intent.state === 'CREATED' ? (
        <Created intent={intent} messages={messages} onAnother={onAnother} />
      ) : intent.state === 'SENDING' ? (
        <OnItsWay intent={intent} />
      ) : (
        <InDoubt intent={intent} onSettled={onSettled} onAnother={onAnother} />
      )}
    </Suspense>
  );
}

/** Checks that a path in the server's answer is a field of the form. */
const isField = (path: string, form: CreatePaymentInput): path is keyof CreatePaymentInput =>
  Object.hasOwn(form, path);

/** Loads the rules at the first focus. The page opens a third faster without them. */
const fetchRules = () => import('./form-rules.ts');
/** Loads the rules and the outcome early, so that an answer is shown at once. */
const prepare = () =>
  Promise.allSettled([fetchRules(), import('./created.tsx'), import('./unknown-outcome.tsx')]);
const resolverWithin =
  (lengths: Lengths, locale: string): Resolver<CreatePaymentInput, unknown, CreatePaymentForm> =>
  async (...form) => {
    const rules = await fetchRules().catch(() => null);
    if (rules !== null) return rules.formRules(lengths, locale)(...form);
    return {
      values: {},
      errors: { clientPaymentId: { type: 'unavailable', message: tNewPayment('uncheckable') } },
    };
  };

/** Forgets a refusal of the input once the input changes. Another answer stays until the next attempt. */
const forgetCorrected = (lastTry: LastAttempt | null): LastAttempt | null =>
  lastTry?.kind === 'failure' &&
  lastTry.failure.code === 'invalid' &&
  lastTry.failure.fieldErrors['secondLinkAccepted'] === undefined
    ? null
    : lastTry;

function Compose({
  businessId,
  suggestedId,
  accepted,
  minimums,
  defaultTerms,
  templates,
  intent,
  former,
  fresh,
  limits,
  waiting,
  onTemplates,
  onAnswered,
  onProposed,
  onWaitingAnswered,
}: NewPaymentProps & {
  fresh: boolean;
  onTemplates: (templates: TemplatesView) => void;
  onAnswered: (intent: IntentView) => void;
  onProposed: (waiting: readonly WaitingPayment[]) => void;
  onWaitingAnswered: (answered: AnsweredPayment) => void;
}) {
  const { locale } = useLocaleSettings();
  const [opening] = useState(() => {
    const empty = createForm(
      businessId,
      fresh ? createSuggestedId(new Date()) : suggestedId,
      accepted,
      defaultTerms,
    );
    if (intent !== null) return toForm(intent.sent, empty);
    return former === null || fresh ? empty : toForm(former.sent, empty);
  });
  const [second, setSecond] = useState(unconfirmedDuplicate);
  const [resolver] = useState(() => resolverWithin(defaultTerms, locale));
  const [lastTry, setLastTry] = useState<LastAttempt | null>(
    intent === null ? null : { kind: 'intent', intent },
  );
  const form = useForm<CreatePaymentInput, unknown, CreatePaymentForm>({
    defaultValues: opening,
    resolver,
    mode: 'onTouched',
    shouldUnregister: false,
  });
  const typedValues = useWatch({ control: form.control, compute: (all) => ({ ...opening, ...all }) });
  const typedPrice = readTypedPrice(typedValues, locale, defaultTerms.currencyDecimals);
  const values = withSentAmount(typedValues, typedPrice);

  // Restores the draft that this tab saved before.
  const { reset, subscribe } = form;
  const intentId = intent?.intentId ?? null;
  // A form that repeats a payment has a draft of its own.
  const draftId = intentId ?? (former === null || fresh ? null : former.draftId);
  useEffect(() => {
    const owner = { businessId, intentId: draftId };
    const draft = fresh && draftId === null ? null : readSavedDraft(owner, opening);
    if (draft !== null) reset(draft);
    return subscribe({
      formState: { values: true },
      callback: ({ values: changed }) => {
        saveDraft(owner, changed);
        setLastTry(forgetCorrected);
      },
    });
  }, [businessId, draftId, fresh, opening, reset, subscribe]);

  const [templateId, setTemplateId] = useState<string | null>(null);
  // The template whose next ID the form shows. The ID is reserved when the request is sent.
  const [numbered, setNumbered] = useState<{ templateId: string; nextId: string } | null>(null);
  const template = templates.templates.find((one) => one.templateId === templateId) ?? null;
  const isNextId = numbered !== null && values.clientPaymentId.trim() === numbered.nextId;
  const applyTemplate = (chosen: TemplateView | null) => {
    setTemplateId(chosen?.templateId ?? null);
    setNumbered(null);
    if (chosen === null) return;
    const misfits = new Set(chosen.problems.map(({ field }) => field));
    for (const field of templateFieldNames) {
      const value = chosen.fields[field];
      if (misfits.has(field) || (field === 'amount' && value === '')) continue;
      form.setValue(field, field === 'amount' ? formatTypedAmount(value, locale) : value, {
        shouldDirty: true,
      });
    }
    form.clearErrors();
    const { nextClientId } = chosen;
    if (nextClientId === null) return;
    form.setValue('clientPaymentId', nextClientId, { shouldDirty: true });
    setNumbered({ templateId: chosen.templateId, nextId: nextClientId });
  };
  /** Returns the form with a reserved ID in place of the next one of a template, or null when that failed. */
  const reserveId = async (ready: CreatePaymentForm): Promise<CreatePaymentForm | null> => {
    if (numbered === null || ready.clientPaymentId !== numbered.nextId) return ready;
    const result = await callAction(() =>
      reserveClientIdAction({ businessId, templateId: numbered.templateId }),
    );
    if (!result?.ok) {
      if (result === null) toast.bad(tPaymentTemplates('reserveFailed'));
      else setLastTry({ kind: 'failure', failure: result, clientPaymentId: ready.clientPaymentId });
      return null;
    }
    const { clientPaymentId } = result.data;
    // The form keeps the ID, so that sending it again after a lost answer can't create a second payment.
    form.setValue('clientPaymentId', clientPaymentId, { shouldDirty: true });
    setNumbered(null);
    return { ...ready, clientPaymentId };
  };

  const exceededLimit = findExceededLimit(
    {
      amount: parseAmount(values.amount.trim()),
      currency: values.priceIn === 'fiat' ? values.displayCurrency : values.depositCurrency,
    },
    limits,
  );
  const showFailure = (failure: Failure, clientPaymentId: string) => {
    for (const [path, messages] of Object.entries(failure.fieldErrors)) {
      if (isField(path, opening))
        form.setError(path, { message: messages.join('. ') }, { shouldFocus: true });
    }
    setLastTry({ kind: 'failure', failure, clientPaymentId });
  };
  const propose = async (ready: CreatePaymentForm) => {
    const result = await callAction(() => proposePaymentAction(ready));
    if (result === null) return setLastTry({ kind: 'lost' });
    if (!result.ok) return showFailure(result, ready.clientPaymentId);
    deleteDraft({ businessId, intentId: draftId });
    toast.good(tCreationLimits('form.submitted'));
    onProposed(result.data.waiting);
  };

  const submit = form.handleSubmit(async (checked) => {
    const isSecond = mayCreateSecondLink(lastTry, checked.clientPaymentId);
    if (isSecond && !second.isAccepted) return setSecond({ isAccepted: false, isMissing: true });
    setLastTry(null);
    const ready = await reserveId(checked);
    if (ready === null) return;
    if (exceededLimit !== null) return propose(ready);
    const result = await callAction(() => createPaymentAction({ ...ready, secondLinkAccepted: isSecond }));
    setSecond(unconfirmedDuplicate);
    if (result === null) return setLastTry({ kind: 'lost' });
    if (!result.ok) return showFailure(result, ready.clientPaymentId);
    const { state } = result.data;
    if (mayBeEdited(state)) setLastTry({ kind: 'intent', intent: result.data });
    deleteDraft({ businessId, intentId: draftId });
    announce(tNewPayment(state === 'CREATED' ? 'created' : 'notConfirmed'));
    onAnswered(result.data);
  });

  const secondLink = mayCreateSecondLink(lastTry, values.clientPaymentId) ? (
    <DuplicateConfirmationField
      {...second}
      onChange={(isAccepted) => setSecond({ isAccepted, isMissing: false })}
    />
  ) : null;
  const here = `/${businessId}/payments/new${intentId === null ? '' : `?intent=${intentId}`}`;
  const isUnsent = lastTry?.kind === 'intent' && lastTry.intent.state === 'DRAFT';
  return (
    <div
      onFocusCapture={() => void prepare()}
      className="grid items-start gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,37rem)_minmax(18rem,28rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <WaitingPayments businessId={businessId} waiting={waiting} onAnswered={onWaitingAnswered} />
        <NeedsAttention businessId={businessId} besides={intentId} />
        <TemplateField
          values={values}
          view={templates}
          selected={template}
          onSelect={applyTemplate}
          onChanged={onTemplates}
        />
        <PaymentForm
          form={form}
          values={values}
          amountReadings={typedPrice.kind === 'ambiguous' ? typedPrice.readings : null}
          accepted={accepted}
          minimums={minimums}
          submitLabel={
            exceededLimit === null
              ? tNewPayment(isUnsent ? 'sendAgain' : 'submit')
              : tCreationLimits('form.submit')
          }
          lastTry={lastTry}
          clientIdHelp={isNextId ? tPaymentTemplates('nextId') : tNewPayment('clientPaymentId.help')}
          here={here}
          beforeSubmit={
            <>
              {secondLink}
              {exceededLimit !== null && (
                <Banner
                  tone="attention"
                  title={tCreationLimits.rich('form.notice', {
                    amount: () => (
                      <AmountText amount={exceededLimit.amount} currency={exceededLimit.currency} exact />
                    ),
                  })}
                />
              )}
            </>
          }
          onSubmit={submit}
        />
      </div>
      <aside aria-label={tNewPayment('summary')} className="min-w-0 lg:sticky lg:top-4">
        <RequestSummary values={values} accepted={accepted} minimums={minimums} />
      </aside>
    </div>
  );
}
