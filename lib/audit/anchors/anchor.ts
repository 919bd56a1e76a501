import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { toCanonicalJson } from '../canonical.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const position = z.string().regex(/^[1-9]\d{0,18}$/);

const anchorShape = z.strictObject({
  format: z.literal('audit-anchor-1'),
  number: z.int().min(1),
  /** Begins with 1. A key that no earlier key introduced begins the next segment. */
  segment: z.int().min(1),
  at: z.iso.datetime(),
  reason: z.enum(['begin', 'interval', 'decision', 'key-change', 'key-lost', 'restore']),
  /** SHA-256 of the signed text of the previous anchor. Zeros for the first anchor. */
  previous: hash,
  /** The id of the key that signs this anchor. */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  /** In the first anchor of a segment: the key itself. */
  publicKey: publicKey.optional(),
  /** The key that signs from the next anchor on, introduced by the one that signs this anchor. */
  nextKey: publicKey.optional(),
  /** The number of all chains and entries. */
  chains: z.int().min(0),
  entries: position.or(z.literal('0')),
  /** SHA-256 over the newest entries of all chains. See {@link hashChainHeads}. */
  root: hash,
  /** Chain, sequence and hash of the newest entry. Lists the chains that have grown; `begin` and `restore` list all. */
  heads: z.array(z.tuple([z.uuid(), position, hash])),
  /** In `restore`: the chains that lost anchored entries, each with the first lost sequence. */
  undone: z.array(z.tuple([z.uuid(), position])).optional(),
  /** In `restore`: the note of the operator. */
  note: z.string().optional(),
});

const lineShape = z.strictObject({ anchor: anchorShape, signature: z.string() });

/** The signed content of an anchor. */
export type Anchor = z.infer<typeof anchorShape>;
export type SignedAnchor = z.infer<typeof lineShape>;
export type AnchorHead = Anchor['heads'][number];

/** The hash that the first anchor links to. */
export const genesisAnchorHash = '0'.repeat(64);

/** Returns the text to sign: sorted keys, no spaces. */
export const toSignedText = (anchor: Anchor): string => toCanonicalJson(anchor);

export const hashAnchor = (anchor: Anchor): string =>
  createHash('sha256').update(toSignedText(anchor)).digest('hex');

/** Returns the line of the anchor file without its line break. */
export const toAnchorLine = (anchor: Anchor, signature: string): string =>
  toCanonicalJson({ anchor, signature });

/** Parses a line. Returns null if it is not an anchor. */
export function parseAnchorLine(line: string): SignedAnchor | null {
  try {
    return lineShape.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Returns SHA-256 over `chain sequence hash` of every chain, one per line, sorted by chain. */
export function hashChainHeads(heads: Iterable<AnchorHead>): string {
  const lines = [...heads].map((head) => head.join(' ')).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export const countEntries = (heads: readonly AnchorHead[]): string =>
  String(heads.reduce((sum, [, sequence]) => sum + BigInt(sequence), 0n));
