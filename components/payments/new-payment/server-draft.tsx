'use client';

import { useEffect, useEffectEvent } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { OfferedDrafts } from '#components/drafts/offered-drafts.tsx';
import { useTabDraft } from '#components/drafts/use-tab-draft.ts';
import { useTabId } from '#components/drafts/use-tab-id.ts';
import { Time } from '#components/ui/time.tsx';
import type { DraftField } from '#lib/drafts/model.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { DraftOwner } from './saved-draft.ts';
import { onDraftDeleted } from './saved-draft.ts';
import type { TypedDetails } from './typed-details.ts';

const form = 'new-payment';
type Texts = Readonly<Record<DraftField<typeof form>, string>>;

/** Each tab has a draft of its own, so that two tabs don't mix. */
const toPrefix = ({ intentId }: DraftOwner): string => `${intentId ?? 'new'}:`;

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
  const tabId = useTabId();
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
  const { businessId } = owner;
  const prefix = toPrefix(owner);
  const tabDraft = useTabDraft({
    businessId,
    form,
    subject: `${prefix}${tabId}`,
    values: toTexts(values, details),
    initial: toTexts(opening, openingDetails),
    fill: fillWith(onFill),
    isKeptByTab: true,
  });
  const forget = useEffectEvent((deleted: DraftOwner) => {
    if (deleted.businessId === businessId && deleted.intentId === owner.intentId) tabDraft.sent();
  });
  useEffect(() => onDraftDeleted(forget), []);
  return (
    <>
      <DraftNotice draft={{ ...tabDraft.draft, problem: null }} />
      {tabDraft.isUntouched && (
        <OfferedDrafts
          businessId={businessId}
          form={form}
          label={tDrafts('payment.title')}
          prefix={prefix}
          tabId={tabId}
          tabDraft={tabDraft}
          renderText={({ fields, savedAt }) =>
            tDrafts.rich('payment.offer', {
              reference: fields['clientPaymentId'] ?? '',
              time: () => <Time at={toUnixSeconds(savedAt)} />,
            })
          }
        />
      )}
    </>
  );
}
