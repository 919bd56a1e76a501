'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useForm, useWatch } from 'react-hook-form';
import { callAction } from '#components/query/call-action.ts';
import { intentKeys } from '#components/query/query-keys.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { announce } from '#components/ui/announce.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { createPaymentAction } from '#lib/payments/create/actions.ts';
import type { DefaultTerms, SentFields } from '#lib/payments/create/model/form.ts';
import { createForm, toForm } from '#lib/payments/create/model/form.ts';
import { mayBeEdited } from '#lib/payments/create/model/intent.ts';
import type { CreatePaymentForm, CreatePaymentInput, Lengths } from '#lib/payments/create/schema/create.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
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
  /** The request named in the URL, if any. */
  readonly intent: IntentView | null;
  /** The payment whose terms the form repeats, if any. */
  readonly former: { readonly paymentId: string; readonly sent: SentFields } | null;
};

/** Shows the form of a new payment and the outcome of its request. */
export function NewPayment(props: NewPaymentProps) {
  const { businessId } = props;
  const [shown, setShown] = useState(props.intent);
  const [opened, setOpened] = useState(0);
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
        <Outcome key={shown.intentId} shown={shown} onSettled={show} onAnother={another} />
      ) : (
        <Compose {...props} key={opened} intent={shown} fresh={opened > 0} onAnswered={show} />
      )}
    </>
  );
}

function Outcome({
  shown,
  onSettled,
  onAnother,
}: {
  shown: IntentView;
  onSettled: (intent: IntentView) => void;
  onAnother: () => void;
}) {
  const intent = useIntent(shown.businessId, shown.intentId);
  return (
    <Suspense>
      {intent.state === 'CREATED' ? (
        <Created intent={intent} onAnother={onAnother} />
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
  intent,
  former,
  fresh,
  onAnswered,
}: NewPaymentProps & { fresh: boolean; onAnswered: (intent: IntentView) => void }) {
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
  const draftId = intentId ?? (former === null || fresh ? null : `like-${former.paymentId}`);
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

  const submit = form.handleSubmit(async (ready) => {
    const isSecond = mayCreateSecondLink(lastTry, ready.clientPaymentId);
    if (isSecond && !second.isAccepted) return setSecond({ isAccepted: false, isMissing: true });
    setLastTry(null);
    const result = await callAction(() => createPaymentAction({ ...ready, secondLinkAccepted: isSecond }));
    setSecond(unconfirmedDuplicate);
    if (result === null) return setLastTry({ kind: 'lost' });
    if (!result.ok) {
      for (const [path, messages] of Object.entries(result.fieldErrors)) {
        if (isField(path, opening))
          form.setError(path, { message: messages.join('. ') }, { shouldFocus: true });
      }
      return setLastTry({ kind: 'failure', failure: result, clientPaymentId: ready.clientPaymentId });
    }
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
        <NeedsAttention businessId={businessId} besides={intentId} />
        <PaymentForm
          form={form}
          values={values}
          amountReadings={typedPrice.kind === 'ambiguous' ? typedPrice.readings : null}
          accepted={accepted}
          minimums={minimums}
          submitLabel={tNewPayment(isUnsent ? 'sendAgain' : 'submit')}
          lastTry={lastTry}
          here={here}
          beforeSubmit={secondLink}
          onSubmit={submit}
        />
      </div>
      <aside aria-label={tNewPayment('summary')} className="min-w-0 lg:sticky lg:top-4">
        <RequestSummary values={values} accepted={accepted} minimums={minimums} />
      </aside>
    </div>
  );
}
