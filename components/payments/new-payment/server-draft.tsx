'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { callAction } from '#components/query/call-action.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { formDraftsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { discardDraftAction } from '#lib/drafts/actions.ts';
import type { DraftField } from '#lib/drafts/model.ts';
import { draftForms } from '#lib/drafts/model.ts';
import type { FormDraft, FormDrafts } from '#lib/drafts/schema.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { createContinuedDraft } from './continued-draft.ts';
import type { DraftOwner } from './saved-draft.ts';
import { onDraftDeleted } from './saved-draft.ts';
import { listOpenTabs, readTabId } from './tab-id.ts';
import type { TypedDetails } from './typed-details.ts';

const form = 'new-payment';
type Texts = Readonly<Record<DraftField<typeof form>, string>>;

const draftsShape = checkFields<FormDrafts>(withFields('drafts'));

/** Each tab has a draft of its own, so that two tabs don't mix. */
const toSubject = ({ intentId }: DraftOwner, tabId: string): string => `${intentId ?? 'new'}:${tabId}`;

const toTexts = (values: CreatePaymentInput, { note, labels }: TypedDetails): Texts => {
  const { clientPaymentId, priceIn, amount, displayCurrency, depositCurrency, network } = values;
  const { type, rateType, expires, expiresMinutes, locale, redirectUrl, redirectMode } = values;
  return {
    clientPaymentId,
    priceIn,
    amount,
    displayCurrency,
    depositCurrency,
    network,
    type,
    rateType,
    expires,
    expiresMinutes,
    locale,
    redirectUrl,
    redirectMode,
    note,
    labels,
  };
};

type ServerDraftProps = {
  readonly owner: DraftOwner;
  readonly opening: CreatePaymentInput;
  /** The note and the labels with which the form opens. */
  readonly openingDetails: TypedDetails;
  /** The fields as typed. */
  readonly values: CreatePaymentInput;
  readonly details: TypedDetails;
  /** Fills the form with stored fields. Fields that are absent get their initial value. */
  readonly onFill: (fields: unknown, details: TypedDetails) => void;
};

/**
 * Keeps the form on the server while the person types, and offers drafts of closed tabs, such as after a sign-in in
 * another window.
 */
export function ServerDraft(props: ServerDraftProps) {
  const [tabId, setTabId] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void readTabId().then((id) => {
      if (isShown) setTabId(id);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return tabId === null ? null : <DraftOfTab {...props} tabId={tabId} />;
}

const fillWith =
  (onFill: ServerDraftProps['onFill']) =>
  ({ note = '', labels = '', ...fields }: Readonly<Record<string, string | undefined>>) =>
    onFill(fields, { note, labels });

function DraftOfTab({
  owner,
  opening,
  openingDetails,
  values,
  details,
  onFill,
  tabId,
}: ServerDraftProps & { tabId: string }) {
  const subject = toSubject(owner, tabId);
  const fill = fillWith(onFill);
  const initial = toTexts(opening, openingDetails);
  const current = toTexts(values, details);
  const { businessId } = owner;
  const queries = useQueryClient();
  const remove = (removed: string) => {
    queries.setQueryData<readonly FormDraft[]>(formDraftsKey(businessId, form), (known) =>
      known?.filter((one) => one.subject !== removed),
    );
    void callAction(() => discardDraftAction({ businessId, form, subject: removed }));
  };
  const [continued] = useState(() => createContinuedDraft(remove));
  const draft = useDraft({
    businessId,
    form,
    subject,
    values: current,
    initial,
    fill,
    isKeptByTab: true,
    onSaved: continued.finish,
  });
  const forget = useEffectEvent((deleted: DraftOwner) => {
    if (deleted.businessId !== businessId || deleted.intentId !== owner.intentId) return;
    draft.sent();
    continued.finish();
  });
  useEffect(() => onDraftDeleted(forget), []);
  const isUntouched = draftForms[form].fields.every((name) => current[name] === initial[name]);
  useEffect(() => {
    if (isUntouched) continued.cancel();
  }, [isUntouched, continued]);
  return (
    <>
      <DraftNotice draft={{ ...draft, problem: null }} />
      {isUntouched && (
        <OtherDrafts
          owner={owner}
          subject={subject}
          onContinue={({ subject: source, fields }) => {
            continued.begin(source);
            fill(fields);
          }}
          onRemove={remove}
        />
      )}
    </>
  );
}

/** Most drafts that are offered at once. */
const maximumOffered = 3;

/** Offers the newest drafts of closed tabs. */
function OtherDrafts({
  owner,
  subject,
  onContinue,
  onRemove,
}: {
  owner: DraftOwner;
  subject: string;
  onContinue: (draft: FormDraft) => void;
  onRemove: (subject: string) => void;
}) {
  const { businessId } = owner;
  const { data } = useQuery({
    queryKey: formDraftsKey(businessId, form),
    queryFn: async ({ signal }) => {
      const address = `/api/businesses/${businessId}/drafts?form=${form}`;
      const [{ drafts }, openTabs] = await Promise.all([
        requestJson(address, draftsShape, signal),
        listOpenTabs(),
      ]);
      return drafts.filter((draft) => !openTabs.has(draft.subject.split(':')[1] ?? ''));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const prefix = toSubject(owner, '');
  const offered = (data ?? [])
    .filter((draft) => draft.subject.startsWith(prefix) && draft.subject !== subject)
    .slice(0, maximumOffered);
  if (offered.length === 0) return null;
  return (
    <ul aria-label={tDrafts('payment.title')} className="flex flex-col gap-2">
      {offered.map((draft) => (
        <li key={draft.subject} className="flex flex-wrap items-center gap-2 text-muted text-sm">
          <span className="wrap-anywhere">
            {tDrafts.rich('payment.offer', {
              reference: draft.fields['clientPaymentId'] ?? '',
              time: () => <Time at={inSeconds(draft.savedAt)} />,
            })}
          </span>
          <Button size="sm" onPress={() => onContinue(draft)}>
            {tDrafts('payment.continue')}
          </Button>
          <Button size="sm" variant="quiet" onPress={() => onRemove(draft.subject)}>
            {tDrafts('discard')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
