import type { Random } from '../model/random.ts';
import { chooseWeighted } from '../model/random.ts';

/** The ways in which an order can end. */
export const customerKinds = [
  'exact',
  'walks-away',
  'picks-and-leaves',
  'under',
  'in-parts',
  'over',
  'wrong-coin',
  'restricted-coin',
  'below-minimum',
  'late',
  'follow-up',
  'reusable',
] as const;
export type CustomerKind = (typeof customerKinds)[number];

const shares: readonly (readonly [number, CustomerKind])[] = [
  [640, 'exact'],
  [70, 'walks-away'],
  [60, 'picks-and-leaves'],
  [28, 'under'],
  [30, 'in-parts'],
  [38, 'over'],
  [26, 'wrong-coin'],
  [12, 'restricted-coin'],
  [10, 'below-minimum'],
  [22, 'late'],
  [14, 'follow-up'],
  [16, 'reusable'],
];

export const chooseCustomer = (random: Random): CustomerKind => chooseWeighted(random, shares);

const senderShares: readonly (readonly [number, string])[] = [
  [820, 'clean'],
  [90, 'exchange'],
  [30, 'unassessed'],
  [14, 'gambling'],
  [10, 'several'],
  [10, 'mixer'],
  [6, 'stolen'],
  [6, 'darknet'],
  [6, 'sanctioned'],
];

export const chooseSender = (random: Random): string => chooseWeighted(random, senderShares);
