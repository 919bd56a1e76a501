import type { AddressRiskAssessment, LegalEntity } from '#lib/service/contract/risk.ts';

/** The result of a deposit's first confirmation. */
type Verdict = 'accept' | 'review-then-confirm' | 'review-then-block' | 'block';

/** A person or firm that sends money. `assessment` is null where the address was not assessed. */
export type Sender = {
  readonly name: string;
  readonly title: string;
  readonly riskScore: string | null;
  readonly assessment: AddressRiskAssessment | null;
  readonly verdict: Verdict;
  /** True where a blocked deposit is refunded, false where it is kept. */
  readonly sentBack: boolean;
};

const entity = (name: string, category: string): LegalEntity => ({ name, category });
const assessed = (
  owner: LegalEntity | null,
  sources: readonly LegalEntity[] = [],
  destinations: readonly LegalEntity[] = [],
): AddressRiskAssessment => ({
  ...(owner === null ? {} : { addressOwner: owner }),
  sourceRiskEntities: [...sources],
  destinationRiskEntities: [...destinations],
});

const sender = (
  name: string,
  title: string,
  riskScore: string | null,
  assessment: AddressRiskAssessment | null,
  verdict: Verdict,
  sentBack = false,
): Sender => ({ name, title, riskScore, assessment, verdict, sentBack });

/**
 * The library of senders. Names are invented. The interface doesn't show which score or category leads to which
 * verdict, so all of it is an assumption.
 */
export const senders: readonly Sender[] = [
  sender('clean', 'Private wallet, nothing found', '0.03', assessed(null), 'accept'),
  sender(
    'exchange',
    'Wallet of an exchange',
    '0.08',
    assessed(entity('Meridian Exchange', 'Exchange')),
    'accept',
  ),
  sender('unassessed', 'Not assessed', null, null, 'accept'),
  sender(
    'gambling',
    'Gambling site, cleared after review',
    '0.56',
    assessed(entity('LuckyTide Casino', 'Gambling'), [entity('LuckyTide Casino', 'Gambling')]),
    'review-then-confirm',
  ),
  sender(
    'several',
    'Several illicit parties, cleared after review',
    '0.64',
    assessed(
      entity('Harbour OTC Desk', 'High-risk exchange'),
      [
        entity('Harbour OTC Desk', 'High-risk exchange'),
        entity('Grey Ledger P2P', 'Peer-to-peer exchange without identification'),
        entity('LuckyTide Casino', 'Gambling'),
      ],
      [entity('Foxglove Mixer', 'Mixer'), entity('Onyx Bazaar', 'Darknet market')],
    ),
    'review-then-confirm',
  ),
  sender(
    'mixer',
    'Mixer, blocked after review',
    '0.87',
    assessed(null, [entity('Foxglove Mixer', 'Mixer')]),
    'review-then-block',
    true,
  ),
  sender(
    'stolen',
    'Stolen funds, blocked after review',
    '0.93',
    assessed(null, [entity('Larkspur Bridge exploit', 'Stolen funds')], [entity('Foxglove Mixer', 'Mixer')]),
    'review-then-block',
  ),
  sender(
    'darknet',
    'Darknet market, blocked after review',
    '0.95',
    assessed(entity('Onyx Bazaar', 'Darknet market'), [entity('Onyx Bazaar', 'Darknet market')]),
    'review-then-block',
    true,
  ),
  sender(
    'sanctioned',
    'Sanctioned, blocked at once',
    '1',
    assessed(entity('Volkhov Trading House', 'Sanctions'), [entity('Volkhov Trading House', 'Sanctions')]),
    'block',
  ),
];

const [clean] = senders;
if (clean === undefined) throw new Error('the library of senders is empty');

/** Returns the sender of that name. Any other text is an address of a private wallet. */
export const findSender = (name: string): Sender => senders.find((one) => one.name === name) ?? clean;
export const isSenderName = (name: string): boolean => senders.some((one) => one.name === name);
