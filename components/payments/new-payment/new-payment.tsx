'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useForm, useWatch } from 'react-hook-form';
import { PageHeader } from '#components/shell/page-header.tsx';
import { announce } from '#components/ui/announce.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { createPaymentAction } from '#lib/payments/create/actions.ts';
import type { DefaultTerms } from '#lib/payments/create/model/form.ts';
import { formOfRequest, openingForm } from '#lib/payments/create/model/form.ts';
import { mayBeEdited } from '#lib/payments/create/model/intent.ts';
import type { CreatePaymentForm, CreatePaymentInput, Lengths } from '#lib/payments/create/schema/create.ts';
import type { IntentLine, IntentView } from '#lib/payments/create/schema/intent.ts';
import { intentKeys, useIntent } from './intent-query.ts';
import { dropDraft, keepDraft, readSavedDraft } from './kept-draft.ts';
import type { LastTry } from './last-try.tsx';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { PaymentForm } from './payment-form.tsx';
import { RequestSummary } from './request-summary.tsx';
import { mayBeSecond, SecondLink, unconfirmedDuplicate } from './second-link.tsx';
import { freshId } from './suggest-id.ts';

// What comes after the form is fetched once it is there to be shown.
const Created = lazy(() => import('./created.tsx').then((file) => ({ default: file.CreatedPayment })));
const OnItsWay = lazy(() => import('./in-doubt.tsx').then((file) => ({ default: file.OnItsWay })));
const InDoubt = lazy(() => import('./in-doubt.tsx').then((file) => ({ default: file.InDoubt })));

export type NewPaymentProps = {
  readonly businessId: string;
  readonly suggestedId: string;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
  /** What is assumed where the interface shows no default and no limit. */
  readonly usual: DefaultTerms & Lengths;
  readonly openIntents: readonly IntentLine[];
  /** The request that the address names, if any. */
  readonly intent: IntentView | null;
};

/** From an empty form to a link that can be paid, through everything that can happen in between. */
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
    dropDraft({ businessId, intentId: null });
    setOpened(opened + 1);
    show(null);
  };
  return (
    <>
      <PageHeader title="New payment" back={{ href: `/${businessId}/payments`, label: 'Payments' }} />
      {shown !== null && !mayBeEdited(shown.state) ? (
        <Outcome key={shown.intentId} intent={shown} onSettled={show} onAnother={another} />
      ) : (
        <Compose {...props} key={opened} intent={shown} fresh={opened > 0} onAnswered={show} />
      )}
    </>
  );
}

function Outcome({
  intent: initial,
  onSettled,
  onAnother,
}: {
  intent: IntentView;
  onSettled: (intent: IntentView) => void;
  onAnother: () => void;
}) {
  const intent = useIntent(initial);
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

/** The field of the form at which the server's message belongs. */
const isField = (path: string, form: CreatePaymentInput): path is keyof CreatePaymentInput =>
  Object.hasOwn(form, path);

/** The rules are fetched when somebody begins to type: without them the page is there a third sooner. */
const fetchRules = () => import('./form-rules.ts');
/** With the rules what may come after the form, so that an answer never waits for the code that shows it. */
const prepare = () => Promise.allSettled([fetchRules(), import('./created.tsx'), import('./in-doubt.tsx')]);
const uncheckable = 'The form could not be checked. Look at the connection and try again.';
const resolverWithin =
  (lengths: Lengths): Resolver<CreatePaymentInput, unknown, CreatePaymentForm> =>
  async (...given) => {
    const rules = await fetchRules().catch(() => null);
    if (rules !== null) return rules.formRules(lengths)(...given);
    return { values: {}, errors: { clientPaymentId: { type: 'unavailable', message: uncheckable } } };
  };

function Compose({
  businessId,
  suggestedId,
  accepted,
  minimums,
  usual,
  openIntents,
  intent,
  fresh,
  onAnswered,
}: NewPaymentProps & { fresh: boolean; onAnswered: (intent: IntentView) => void }) {
  const [opening] = useState(() => {
    const empty = openingForm(businessId, fresh ? freshId(new Date()) : suggestedId, accepted, usual);
    return intent === null ? empty : formOfRequest(intent.sent, empty);
  });
  const [second, setSecond] = useState(unconfirmedDuplicate);
  const [resolver] = useState(() => resolverWithin(usual));
  const [lastTry, setLastTry] = useState<LastTry | null>(intent === null ? null : { kind: 'intent', intent });
  const form = useForm<CreatePaymentInput, unknown, CreatePaymentForm>({
    defaultValues: opening,
    resolver,
    mode: 'onTouched',
    shouldUnregister: false,
  });
  const values = useWatch({ control: form.control, compute: (all) => ({ ...opening, ...all }) });

  // What an earlier visit of this tab left half done.
  const { reset, subscribe } = form;
  const intentId = intent?.intentId ?? null;
  useEffect(() => {
    const owner = { businessId, intentId };
    const kept = fresh && intentId === null ? null : readSavedDraft(owner, opening);
    if (kept !== null) reset(kept);
    return subscribe({ formState: { values: true }, callback: ({ values: now }) => keepDraft(owner, now) });
  }, [businessId, intentId, fresh, opening, reset, subscribe]);

  const submit = form.handleSubmit(async (ready) => {
    const isSecond = mayBeSecond(lastTry, ready.clientPaymentId);
    if (isSecond && !second.isAccepted) return setSecond({ isAccepted: false, isMissed: true });
    setLastTry(null);
    const result = await createPaymentAction({ ...ready, secondLinkAccepted: isSecond }).catch(() => null);
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
    dropDraft({ businessId, intentId });
    announce(state === 'CREATED' ? 'Payment created' : 'The payment was not confirmed');
    onAnswered(result.data);
  });

  const secondLink = mayBeSecond(lastTry, values.clientPaymentId) ? (
    <SecondLink {...second} onChange={(isAccepted) => setSecond({ isAccepted, isMissed: false })} />
  ) : null;
  const here = `/${businessId}/payments/new${intentId === null ? '' : `?intent=${intentId}`}`;
  const unsent = lastTry?.kind === 'intent' && lastTry.intent.state === 'DRAFT';
  return (
    <div
      onFocusCapture={() => void prepare()}
      className="grid items-start gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,37rem)_minmax(18rem,28rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <NeedsAttention businessId={businessId} initial={openIntents} besides={intentId} />
        <PaymentForm
          form={form}
          values={values}
          accepted={accepted}
          minimums={minimums}
          submitLabel={unsent ? 'Send again' : 'Create payment'}
          lastTry={lastTry}
          here={here}
          beforeSubmit={secondLink}
          onSubmit={submit}
        />
      </div>
      <aside aria-label="Summary" className="min-w-0 lg:sticky lg:top-4">
        <RequestSummary values={values} accepted={accepted} minimums={minimums} />
      </aside>
    </div>
  );
}
