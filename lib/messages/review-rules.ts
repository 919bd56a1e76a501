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

/** Texts of the form that creates or edits a review rule. */
export const tRuleForm = createMessages({
  title: 'New rule',
  label: 'Rule',
  name: 'Name',
  nameHelp: 'The name is shown as the reason of each case that the rule opens.',
  subject: 'Applies to',
  subjects: { deposit: 'Deposits', withdrawal: 'Withdrawals' },
  kind: 'Condition',
  kinds: {
    amount: 'Amount',
    velocity: 'Velocity: number or total in a period',
    'new-address': 'New address',
    category: 'Category of a party in the risk assessment',
    score: 'Risk score',
    'watch-list': 'Watch list',
    schedule: 'Day and time of the record',
  },
  kindHelp: {
    amount: 'A deposit or withdrawal is above an amount',
    velocity: 'Too many records, or too high a total amount, in a period',
    'new-address':
      'The first deposit from an address, or the first withdrawal to an address, is above an amount',
    category: 'The risk assessment names a party with a certain category, such as a mixer',
    score: 'The risk score is above a number',
    'watch-list': 'The address, or a party named in the risk assessment, is on your watch list',
    schedule: 'The deposit was received, or the withdrawal first reported, on certain days at certain times',
  },
  figure: 'Amount that the rule checks',
  figureHelp: 'The rule uses the amounts that the service reported. It doesn’t convert currencies.',
  figures: {
    deposit: {
      coin: 'Deposited amount',
      display: 'Amount in price currency',
      settlement: 'Net credited in the settlement currency',
      eur: 'Net credited in EUR',
    },
    withdrawal: {
      coin: 'Sent amount',
      display: 'Amount in price currency',
      settlement: 'Taken from balance, in the settlement currency',
      eur: 'Not available for withdrawals',
    },
  },
  currency: 'Currency',
  above: 'Open a case above this amount',
  aboveHelp: 'A record with exactly this amount doesn’t open a case.',
  groupBy: 'Group records by',
  groups: {
    address: 'Wallet address',
    reference: 'Reference',
    owner: 'Attributed entity',
  },
  measure: 'Value that the rule measures',
  measures: { count: 'Number of records', sum: 'Total amount' },
  moreThan: 'Number of records allowed before a case opens',
  moreThanHelp: {
    deposit: 'Each further deposit opens a case.',
    withdrawal: 'Each further withdrawal opens a case.',
  },
  period: 'Time period',
  rollingHours: 'Number of hours before each record',
  rollingHoursHelp: {
    deposit: 'The hours are counted back from each deposit.',
    withdrawal: 'The hours are counted back from each withdrawal.',
  },
  day: 'One calendar day',
  dayHelp: 'From midnight to midnight in {zone}',
  hours: 'Number of hours',
  hoursHelp: 'From 1 to 720 hours (30 days).',
  places: 'Parties that the rule checks',
  placeNames: {
    owner: 'Attributed entity',
    source: 'Illicit sources of funds',
    destination: 'Illicit destinations of funds',
  },
  match: 'How the category matches',
  matches: { equals: 'Is exactly this text', contains: 'Contains this text' },
  category: 'Category of the party',
  categoryHelp:
    'Enter the category as it appears in risk assessments, in upper or lower case. Suggestions come from “Order of risk categories” in the review settings and from recent cases.',
  minimumHelp: 'The rule counts matching parties, because risk assessments don’t report percentages.',
  minimum: 'Minimum number of matching parties',
  scoreAbove: 'Open a case above this score',
  scoreHelp: 'The rule uses the score that the service reported. The service doesn’t define a scale.',
  days: 'Days of the week',
  times: { from: 'Start time', until: 'End time' },
  timesHelp:
    'Times are in {zone}. If the start time is later than the end time, the period ends on the next day.',
  further: {
    title: 'Condition {number, number}',
    add: 'Add condition',
    remove: 'Remove condition {number, number}',
    join: 'How this condition is combined with the conditions above',
    joins: { and: 'And: both conditions must match', or: 'Or: one of the conditions must match' },
    help: '“And” adds this condition to the group of conditions above it. “Or” starts a new group.',
  },
  actions: {
    title: 'What happens when the rule opens a case',
    due: 'Due time',
    dueUsual: 'Use the due time from the review settings',
    dueHours: 'Within {count, plural, one {# hour} other {# hours}}',
    dueHelp: 'The earlier a case is due, the higher its priority.',
    assign: 'Assign new cases to',
    assignHelp: 'If this person can no longer review cases, new cases have no assignee.',
    noOne: 'No one',
    former: 'Former member',
  },
  summary: 'Summary of the rule',
  summaryEmpty: 'Complete the form to see a summary of the rule.',
  nextSteps: 'Saving creates a draft. Run a backtest, then propose the rule for approval.',
  save: 'Save draft',
  saveVersion: 'Save new version',
  saved: 'Draft saved',
  savedVersion: 'New version saved',
  failed: 'The rule couldn’t be saved',
});

/** Errors of the form of a review rule, which the browser finds too. */
export const tRuleProblems = createMessages({
  choice: 'Choose one of the options.',
  wholeNumber: 'Enter a whole number from 1 to {most, number}.',
  currency: 'Choose a currency.',
  amount:
    'Enter an amount in digits, such as 0.5. Use at most 35 digits before the decimal point and 30 after it.',
  score: 'Enter a number on the scale of the scores that the service reports, such as 75 or 0.8.',
  ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
  days: 'Choose at least one day.',
  time: 'Enter a time, such as 22:00.',
  conditions: 'Use at most {most, number} conditions.',
  places: 'Choose which parties the rule checks.',
  category: 'Enter a category of at most {most, number} characters.',
  name: 'Enter a name of at most {most, number} characters.',
});
