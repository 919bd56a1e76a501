import { createMessages } from './create-messages.ts';

/**
 * Texts of review rules: the sentence of each condition, and its notes.
 * A case stores the sentence of the rule that matched, so a change here never changes an old match.
 */
export const tReviewRules = createMessages({
  sentence: 'Open a case when {condition}.',
  amount: {
    deposit: {
      coin: 'a deposit in {currency} is over {amount} {currency}',
      display: 'a deposit is over {amount} {currency} in the price currency',
      settlement: 'the net credited amount of a deposit is over {amount} {currency}',
      eur: 'the EUR value of a deposit is over {amount} {currency}',
    },
    withdrawal: {
      coin: 'a withdrawal in {currency} is over {amount} {currency}',
      display: 'a withdrawal is over {amount} {currency} in the price currency',
      settlement: 'the amount taken from the balance for a withdrawal is over {amount} {currency}',
      eur: 'the EUR value of a withdrawal is over {amount} {currency}',
    },
  },
  newAddress: {
    deposit: {
      coin: 'a deposit in {currency} from a new address is over {amount} {currency}',
      display: 'a deposit from a new address is over {amount} {currency} in the price currency',
      settlement: 'the net credited amount of a deposit from a new address is over {amount} {currency}',
      eur: 'the EUR value of a deposit from a new address is over {amount} {currency}',
    },
    withdrawal: {
      coin: 'a withdrawal in {currency} to a new address is over {amount} {currency}',
      display: 'a withdrawal to a new address is over {amount} {currency} in the price currency',
      settlement:
        'the amount taken from the balance for a withdrawal to a new address is over {amount} {currency}',
      eur: 'the EUR value of a withdrawal to a new address is over {amount} {currency}',
    },
  },
  count: {
    deposit: {
      address:
        'more than {limit, plural, one {# deposit comes} other {# deposits come}} from one address within {span}',
      reference:
        'more than {limit, plural, one {# deposit has} other {# deposits have}} the same reference within {span}',
      owner:
        'more than {limit, plural, one {# deposit comes} other {# deposits come}} from addresses of one attributed entity within {span}',
    },
    withdrawal: {
      address:
        'more than {limit, plural, one {# withdrawal goes} other {# withdrawals go}} to one address within {span}',
      reference:
        'more than {limit, plural, one {# withdrawal has} other {# withdrawals have}} the same client withdrawal ID within {span}',
      owner:
        'more than {limit, plural, one {# withdrawal goes} other {# withdrawals go}} to addresses of one attributed entity within {span}',
    },
  },
  sum: {
    deposit: {
      address:
        '{figure, select, display {amounts in the price currency} settlement {net credited amounts} eur {EUR amounts} other {amounts}} of deposits from one address total more than {amount} {currency} within {span}',
      reference:
        '{figure, select, display {amounts in the price currency} settlement {net credited amounts} eur {EUR amounts} other {amounts}} of deposits with one reference total more than {amount} {currency} within {span}',
      owner:
        '{figure, select, display {amounts in the price currency} settlement {net credited amounts} eur {EUR amounts} other {amounts}} of deposits from addresses of one attributed entity total more than {amount} {currency} within {span}',
    },
    withdrawal: {
      address:
        '{figure, select, display {amounts in the price currency} settlement {amounts taken from the balance} eur {EUR amounts} other {amounts}} of withdrawals to one address total more than {amount} {currency} within {span}',
      reference:
        '{figure, select, display {amounts in the price currency} settlement {amounts taken from the balance} eur {EUR amounts} other {amounts}} of withdrawals with one client withdrawal ID total more than {amount} {currency} within {span}',
      owner:
        '{figure, select, display {amounts in the price currency} settlement {amounts taken from the balance} eur {EUR amounts} other {amounts}} of withdrawals to addresses of one attributed entity total more than {amount} {currency} within {span}',
    },
  },
  span: {
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
    day: 'one calendar day ({zone})',
  },
  category: {
    deposit: {
      equals:
        'a deposit’s risk assessment names {count, plural, one {a party} other {at least # parties}} with the category “{category}” (checked: {places})',
      contains:
        'a deposit’s risk assessment names {count, plural, one {a party} other {at least # parties}} with “{category}” in the category (checked: {places})',
    },
    withdrawal: {
      equals:
        'a withdrawal’s risk assessment names {count, plural, one {a party} other {at least # parties}} with the category “{category}” (checked: {places})',
      contains:
        'a withdrawal’s risk assessment names {count, plural, one {a party} other {at least # parties}} with “{category}” in the category (checked: {places})',
    },
  },
  places: {
    deposit: {
      owner: 'the attributed entity of the sending address',
      source: 'illicit sources of funds',
      destination: 'illicit destinations of funds',
    },
    withdrawal: {
      owner: 'the attributed entity of the recipient address',
      source: 'illicit sources of funds',
      destination: 'illicit destinations of funds',
    },
  },
  score: {
    deposit: 'a deposit’s risk score is over {score}',
    withdrawal: 'a withdrawal’s risk score is over {score}',
  },
  watchList: {
    deposit: 'the sender address of a deposit, or a party named in its risk assessment, is on the watch list',
    withdrawal:
      'the recipient address of a withdrawal, or a party named in its risk assessment, is on the watch list',
  },
  schedule: {
    deposit:
      'a deposit is received {days, select, all {on any day} other {on {days}}} from {from} to {until} ({zone})',
    withdrawal:
      'a withdrawal is first reported {days, select, all {on any day} other {on {days}}} from {from} to {until} ({zone})',
  },
  effects: {
    due: 'Cases that this rule opens are due within {count, plural, one {# hour} other {# hours}}, or earlier if a shorter due time applies.',
    assign: 'New cases are assigned to {person}.',
  },
  caveats: {
    newAddress: {
      deposit: 'Only the first deposit from an address counts as from a new address.',
      withdrawal: 'Only the first withdrawal to an address counts as to a new address.',
    },
    sharedAddress: {
      deposit:
        'Deposits on XRP and XLM are excluded, because many payers share one address on these networks.',
      withdrawal: 'On XRP and XLM, the destination tag counts as part of the address.',
    },
    everyCase: {
      deposit: 'Each deposit that exceeds the limit opens its own case.',
      withdrawal: 'Each withdrawal that exceeds the limit opens its own case.',
    },
    summed: {
      deposit:
        'Totals include only deposit amounts from payment records. Amounts from callbacks are left out, because they may be for several deposits.',
      withdrawal:
        'Totals include the sent amount of each withdrawal. Until the service reports that amount, the estimated amount is used.',
    },
    reference: 'The rule compares whole references, exactly as written.',
    owner:
      'The risk assessment names the attributed entity. Records without an attributed entity never match.',
    score: 'The rule uses the score that the service reported. The service doesn’t define a scale.',
    watchList:
      'Records are compared with the watch list when they arrive or change. New watch list entries don’t affect earlier records.',
    currency: 'Amounts in other currencies are ignored, because the rule doesn’t convert currencies.',
  },
});
