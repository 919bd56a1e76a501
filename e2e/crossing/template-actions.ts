import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { ownerOnly, paymentApprovers, paymentCreators, settingsApprovers } from './roles.ts';

const conflict: readonly AllowedResult[] = ['conflict'];
const ofTemplate = ({ business }: RecordIds) => ({ businessId: business, templateId: randomUUID() });
// No template has this ID.
const onTemplate = { roles: paymentCreators, otherResults: conflict, input: ofTemplate };

const ofApproval = ({ business }: RecordIds) => ({ businessId: business, proposalId: randomUUID() });

/** Actions on limits for payments, and on payments above them. */
export const limitActions = {
  setLimitAction: {
    roles: ownerOnly,
    // A second proposal for the currency waits.
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, currency: 'EUR', amount: '900000' }),
  },
  decideLimitChangeAction: {
    roles: settingsApprovers,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
    }),
  },
  proposePaymentAction: {
    roles: paymentCreators,
    // Its price is within the limit.
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      clientPaymentId: `crossing-${randomUUID()}`,
      priceIn: 'fiat',
      amount: '49.90',
      displayCurrency: 'EUR',
      depositCurrency: '',
      network: '',
      type: 'ONE_TIME',
      rateType: 'FIXED',
      expires: '30',
      expiresMinutes: '',
      locale: 'en-GB',
      redirectUrl: '',
      redirectMode: 'SELF',
    }),
  },
  decidePaymentApprovalAction: {
    roles: paymentApprovers,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofApproval(place), answer: 'decline' }),
  },
  sendApprovedAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofApproval(place), secondLinkAccepted: false }),
  },
};

/** Actions on templates for new payments, and on texts for customers. */
export const templateActions = {
  saveTemplateAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      name: `Crossed ${randomUUID()}`,
      shared: true,
      fields: {
        priceIn: 'fiat',
        amount: '',
        displayCurrency: 'EUR',
        depositCurrency: '',
        network: '',
        type: 'ONE_TIME',
        rateType: 'FIXED',
        expires: '30',
        expiresMinutes: '',
        locale: 'en',
        redirectUrl: '',
        redirectMode: 'SELF',
      },
      clientIdPattern: 'X-{seq}',
    }),
    // A person can save at most 50 of them.
    otherResults: ['invalid'] satisfies readonly AllowedResult[],
  },
  changeTemplateAction: {
    ...onTemplate,
    input: (place: RecordIds) => ({ ...ofTemplate(place), name: 'Crossed', shared: null }),
  },
  deleteTemplateAction: onTemplate,
  reserveClientIdAction: onTemplate,
  saveCustomerMessageAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      kind: 'request',
      language: 'en',
      text: 'Crossed {link}',
    }),
  },
};
