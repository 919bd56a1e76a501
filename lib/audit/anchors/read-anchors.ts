import 'server-only';
import type { Anchor, AnchorHead, SignedAnchor } from './anchor.ts';
import { anchorHash, noAnchor, parseLine, rootOf, signedText } from './anchor.ts';
import { isSignedBy, keyIdOf } from './signing-key.ts';

/** An entry that an anchor vouches for. */
export type AnchoredEntry = {
  readonly anchor: number;
  readonly chainId: string;
  readonly sequence: bigint;
  readonly hash: string;
};

/** What an anchor file proves by itself, without the database. */
export type AnchorReading = {
  /** Each in one sentence. */
  readonly breaches: readonly string[];
  /** What is no breach and has to be known: adoption, changes of keys, restores. */
  readonly notes: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly entries: readonly AnchoredEntry[];
};

type Segment = { readonly number: number; readonly first: number; readonly key: string; last: number };

/** Follows the lines of an anchor file from the first to the last. */
class AnchorReader {
  readonly breaches: string[] = [];
  readonly notes: string[] = [];
  readonly anchors: Anchor[] = [];
  readonly segments: Segment[] = [];
  #entries: AnchoredEntry[] = [];
  #heads = new Map<string, AnchorHead>();
  /** The public key that has to sign next. */
  #signer = '';

  get entries(): readonly AnchoredEntry[] {
    return this.#entries;
  }

  read({ anchor, signature }: SignedAnchor): void {
    const last = this.anchors.at(-1);
    this.#readOrder(anchor, last);
    this.#readSigner(anchor, signature, last);
    this.#readHeads(anchor);
    if (anchor.reason === 'begin')
      this.notes.push(
        `Anchor 1 (${anchor.at}) adopts ${anchor.chains} chains with ${anchor.entries} entries. Changes before that time can't be detected.`,
      );
    this.anchors.push(anchor);
  }

  #readOrder(anchor: Anchor, last: Anchor | undefined): void {
    const expected = (last?.number ?? 0) + 1;
    if (anchor.number > expected)
      this.breaches.push(
        expected === anchor.number - 1
          ? `Anchor ${expected} is missing.`
          : `Anchors ${expected} to ${anchor.number - 1} are missing.`,
      );
    else if (anchor.number < expected)
      this.breaches.push(
        `Anchor ${anchor.number} stands after anchor ${expected - 1}: the order was changed.`,
      );
    else if (anchor.previous !== (last === undefined ? noAnchor : anchorHash(last)))
      this.breaches.push(`Anchor ${anchor.number} doesn't continue the anchor before it.`);
  }

  #readSigner(anchor: Anchor, signature: string, last: Anchor | undefined): void {
    const segment = this.segments.at(-1);
    if (anchor.publicKey !== undefined && anchor.segment === (segment?.number ?? 0) + 1) {
      this.#signer = anchor.publicKey;
      this.segments.push({
        number: anchor.segment,
        first: anchor.number,
        key: anchor.publicKey,
        last: anchor.number,
      });
      if (last !== undefined)
        this.notes.push(
          `Segment ${anchor.segment} begins with anchor ${anchor.number}: the signing key was lost.`,
        );
    } else if (segment === undefined || anchor.segment !== segment.number || anchor.publicKey !== undefined) {
      this.breaches.push(`Anchor ${anchor.number} names a segment that was never begun.`);
    } else segment.last = anchor.number;
    const isSigned =
      keyIdOf(this.#signer) === anchor.key && isSignedBy(this.#signer, signedText(anchor), signature);
    if (!isSigned)
      this.breaches.push(
        `Anchor ${anchor.number} was changed or forged: its signature is not by the key ${keyIdOf(this.#signer)}.`,
      );
    else if (anchor.nextKey !== undefined) {
      this.notes.push(
        `Anchor ${anchor.number} changes the key from ${anchor.key} to ${keyIdOf(anchor.nextKey)}, signed by the former.`,
      );
      this.#signer = anchor.nextKey;
    }
  }

  #readHeads(anchor: Anchor): void {
    if (anchor.reason === 'restore') this.#readRestore(anchor);
    for (const head of anchor.heads) {
      const [chainId, sequence, hash] = head;
      const known = this.#heads.get(chainId);
      if (known !== undefined && anchor.reason !== 'restore' && BigInt(sequence) <= BigInt(known[1]))
        this.breaches.push(
          `Anchor ${anchor.number} sets chain ${chainId} back from entry ${known[1]} to ${sequence} without a recorded restore.`,
        );
      this.#heads.set(chainId, head);
      this.#entries.push({ anchor: anchor.number, chainId, sequence: BigInt(sequence), hash });
    }
    if (rootOf(this.#heads.values()) !== anchor.root)
      this.breaches.push(
        `Anchor ${anchor.number} doesn't agree with the heads that the anchors before it list.`,
      );
  }

  #readRestore(anchor: Anchor): void {
    const undone = new Map((anchor.undone ?? []).map(([chainId, from]) => [chainId, BigInt(from)]));
    this.#entries = this.#entries.filter(({ chainId, sequence }) => {
      const from = undone.get(chainId);
      return from === undefined || sequence < from;
    });
    this.#heads.clear();
    const chains = [...undone].map(([chainId, from]) => `chain ${chainId} from entry ${from}`);
    this.notes.push(
      `Anchor ${anchor.number} (${anchor.at}) records a restore: "${anchor.note ?? ''}". ` +
        (chains.length === 0
          ? 'No anchored entry was lost.'
          : `Anchored entries were lost or replaced: ${chains.join(', ')}.`),
    );
  }
}

/** Returns what is wrong with the segments whose first key is not pinned. */
function unpinned(segments: readonly Segment[], pinned: ReadonlySet<string>): string[] {
  return segments
    .filter(({ key }) => !pinned.has(key))
    .map(
      ({ number, first, last, key }) =>
        `Segment ${number} (anchors ${first} to ${last}) can't be vouched for: its key ${keyIdOf(key)} was introduced neither by a former key nor by a pinned public key. If the key is yours, pin it: AUDIT_PUBLIC_KEYS=${key}`,
    );
}

const normalized = (key: string): string => Buffer.from(key, 'base64').toString('base64url');

/** Checks the numbers, links, signatures and keys of an anchor file. `pinned` are public keys known from elsewhere. */
export function readAnchors(text: string, pinned: readonly string[]): AnchorReading {
  const reader = new AnchorReader();
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  if (rest !== '')
    reader.breaches.push(`The last line of the anchor file was cut off after ${rest.length} characters.`);
  if (lines.length === 0) reader.breaches.push('The anchor file has no anchors.');
  lines.forEach((line, index) => {
    const signed = parseLine(line);
    if (signed === null) reader.breaches.push(`Line ${index + 1} of the anchor file is not an anchor.`);
    else reader.read(signed);
  });
  const { breaches, notes, anchors, entries, segments } = reader;
  return {
    breaches: [...breaches, ...unpinned(segments, new Set(pinned.map(normalized)))],
    notes,
    anchors,
    entries,
  };
}
