import { createMessages } from './create-messages.ts';

/** Texts of the records that are related to a case. */
export const tReviewCaseRelated = createMessages({
  related: {
    title: 'Related records and cases',
    table: 'Related records',
    bounded: '{count}+',
    empty: 'No related records or cases.',
    columns: {
      record: 'Related record',
      relation: 'In common with this case',
      amount: 'Amount',
      date: 'Date',
    },
    noCase: 'No case',
    relations: {
      address: 'Same address',
      transaction: 'Same transaction',
      reference: 'Same reference',
    },
    sharedEntity: 'Same party in the risk assessment: <name>{entity}</name>',
    mergeNames: {
      address: '{record}, same address',
      entity: '{record}, same party in the risk assessment',
      transaction: '{record}, same transaction',
      reference: '{record}, same reference',
    },
  },
});
