/**
 * Kinds of records with a retention time of their own. A payment includes its deposits and their refunds. A case includes
 * the cases that were merged into it. A callback has a time of its own only if it belongs to no record. The kind `audit`
 * stands for the entries of the business's own audit log. The kind `sign-in` stands for those of the log of all businesses.
 */
export const retentionKinds = ['payment', 'withdrawal', 'case', 'callback', 'audit', 'sign-in'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Kinds that can be under a legal hold. A hold on the audit log protects sign-ins too. */
export const holdKinds = ['payment', 'withdrawal', 'case', 'callback', 'audit'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The object type of each kind of hold in the audit log. */
export const auditObjectTypes = {
  payment: 'payment',
  withdrawal: 'withdrawal',
  case: 'review-case',
  callback: 'callback',
  audit: 'business',
} as const satisfies Record<HoldKind, string>;

/** The longest time that can be set. The database has the same limit. */
export const maximumYears = 30;

/**
 * Years that laws commonly require. AMLR: Regulation (EU) 2024/1624, Article 77. German accounting vouchers: § 147 AO and
 * § 257 HGB since 2025. OFAC: 31 CFR 501.601, and German books: § 147 AO and § 257 HGB.
 */
export const retentionPresets = { amlr: 5, vouchers: 8, ofac: 10 } as const;
export type RetentionPreset = keyof typeof retentionPresets;

/** The laws that commonly require to keep records of a kind. */
const lawsOfKind: Readonly<Record<RetentionKind, readonly RetentionPreset[]>> = {
  payment: ['amlr', 'vouchers', 'ofac'],
  withdrawal: ['amlr', 'vouchers', 'ofac'],
  case: ['amlr', 'ofac'],
  callback: ['amlr', 'vouchers', 'ofac'],
  audit: ['amlr', 'vouchers', 'ofac'],
  'sign-in': [],
};

/** Returns the laws that commonly require a longer time than these years. */
export const listUndercutLaws = (kind: RetentionKind, years: number): readonly RetentionPreset[] =>
  lawsOfKind[kind].filter((law) => years < retentionPresets[law]);

/** Returns the typed years, or null for a text that is no possible time. An empty text keeps records forever. */
export function parseYears(text: string): number | null {
  const years = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0;
  return years >= 1 && years <= maximumYears ? years : null;
}

/** Why a record doesn't expire although its time is over. The database decides it. */
export const obstacles = [
  'held',
  'case',
  'read',
  'open-period',
  'exception',
  'quarantined',
  'conflict',
  'open',
  'unfiled',
  'disagreement',
  'evidence',
  'shared',
  'unanchored',
  'record',
  'changed',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** Returns true if the new time is shorter, so that a second person must approve it. Null keeps records forever. */
export const isShorter = (years: number | null, before: number | null): boolean =>
  years !== null && (before === null || years < before);
