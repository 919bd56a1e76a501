import type { Tone } from '#components/ui/tone.ts';
import type {
  ChangeKind,
  ChangeState,
  EntityPlace,
  Figure,
  Grouping,
  RuleKind,
  RuleState,
} from '#lib/reviews/rules/model/rule.ts';

export const stateWords: Readonly<Record<RuleState, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'attention' },
  retired: { label: 'Retired', tone: 'neutral' },
};

/** What is proposed, what it is called while it waits, and what follows once somebody else says yes. */
export const changeWords: Readonly<
  Record<ChangeKind, { readonly label: string; readonly waits: string; readonly follows: string }>
> = {
  activate: {
    label: 'Activate',
    waits: 'Activation waits for approval',
    follows: 'From the approval on it opens cases by itself.',
  },
  pause: {
    label: 'Pause',
    waits: 'Pause waits for approval',
    follows: 'It opens no more cases until it is resumed. Cases that it opened stay.',
  },
  resume: {
    label: 'Resume',
    waits: 'Resumption waits for approval',
    follows: 'It opens cases again. What came while it was paused stays without.',
  },
  retire: {
    label: 'Retire',
    waits: 'Retirement waits for approval',
    follows: 'It opens no more cases and can’t be brought back. Cases that it opened stay.',
  },
};

export const changeStateWords: Readonly<
  Record<ChangeState, { readonly label: string; readonly tone: Tone }>
> = {
  proposed: { label: 'Waits', tone: 'waiting' },
  final: { label: 'Approved', tone: 'good' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Taken back', tone: 'neutral' },
};

export const kindWords: Readonly<Record<RuleKind, { readonly label: string; readonly help: string }>> = {
  amount: { label: 'Amount', help: 'One deposit or withdrawal is over an amount' },
  velocity: { label: 'Velocity', help: 'Too many, or too much together, in a stretch of time' },
  'new-address': { label: 'New address', help: 'The first of an address, over an amount' },
  category: { label: 'Entity category', help: 'The assessment names an entity of a category' },
};

export const figureWords: Readonly<Record<'deposit' | 'withdrawal', Readonly<Record<Figure, string>>>> = {
  deposit: {
    coin: 'Deposited amount, in its coin',
    display: 'Display amount',
    settlement: 'Amount credited in settlement',
    eur: 'Amount credited in EUR terms',
  },
  withdrawal: {
    coin: 'Withdrawn amount, in its coin',
    display: 'Display amount',
    settlement: 'Amount deducted in settlement',
    eur: 'Not told for withdrawals',
  },
};

export const groupWords: Readonly<Record<Grouping, string>> = {
  address: 'The same address',
  reference: 'The same customer reference (client payment ID)',
  owner: 'The same owner of the address',
};

export const placeWords: Readonly<Record<EntityPlace, string>> = {
  owner: 'Owner of the address',
  source: 'Illicit sources of the address',
  destination: 'Illicit destinations of the address',
};
