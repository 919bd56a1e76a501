import 'server-only';
import { tAuditVerification } from '#lib/messages/audit.ts';
import type { Anchor, AnchorHead, SignedAnchor } from './anchor.ts';
import { genesisAnchorHash, hashAnchor, hashChainHeads, parseAnchorLine, toSignedText } from './anchor.ts';
import { createKeyId, isSignedBy } from './signing-key.ts';

/** An entry that an anchor covers. */
export type AnchoredEntry = {
  readonly anchor: number;
  readonly chainId: string;
  readonly sequence: bigint;
  readonly hash: string;
};

/** The findings of an anchor file, without the database. */
export type AnchorFindings = {
  /** One sentence for each breach. */
  readonly breaches: readonly string[];
  /** Facts that are no breach: adopted chains, changes of keys, restores. */
  readonly notes: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly entries: readonly AnchoredEntry[];
};

type Segment = { readonly number: number; readonly first: number; readonly key: string; last: number };

/** Reads the lines of an anchor file from the first to the last. */
class AnchorReader {
  readonly breaches: string[] = [];
  readonly notes: string[] = [];
  readonly anchors: Anchor[] = [];
  readonly segments: Segment[] = [];
  #entries: AnchoredEntry[] = [];
  #heads = new Map<string, AnchorHead>();
  /** The public key that signs the next anchor. */
  #signer = '';

  get entries(): readonly AnchoredEntry[] {
    return this.#entries;
  }

  read({ anchor, signature }: SignedAnchor): void {
    const last = this.anchors.at(-1);
    this.#readOrder(anchor, last);
    this.#readSigner(anchor, signature, last);
    this.#readChainHeads(anchor);
    if (anchor.reason === 'begin')
      this.notes.push(
        tAuditVerification('note.adopted', {
          at: anchor.at,
          chains: String(anchor.chains),
          entries: anchor.entries,
        }),
      );
    this.anchors.push(anchor);
  }

  #readOrder(anchor: Anchor, last: Anchor | undefined): void {
    const expected = (last?.number ?? 0) + 1;
    const { number } = anchor;
    if (number > expected)
      this.breaches.push(
        tAuditVerification('anchor.missing', {
          count: number - expected,
          first: String(expected),
          last: String(number - 1),
        }),
      );
    else if (number < expected)
      this.breaches.push(
        tAuditVerification('anchor.order', { number: String(number), previous: String(expected - 1) }),
      );
    else if (anchor.previous !== (last === undefined ? genesisAnchorHash : hashAnchor(last)))
      this.breaches.push(tAuditVerification('anchor.link', { number: String(number) }));
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
          tAuditVerification('note.keyLost', {
            segment: String(anchor.segment),
            number: String(anchor.number),
          }),
        );
    } else if (segment === undefined || anchor.segment !== segment.number || anchor.publicKey !== undefined) {
      this.breaches.push(tAuditVerification('anchor.segment', { number: String(anchor.number) }));
    } else segment.last = anchor.number;
    const isSigned =
      createKeyId(this.#signer) === anchor.key && isSignedBy(this.#signer, toSignedText(anchor), signature);
    if (!isSigned)
      this.breaches.push(
        tAuditVerification('anchor.signature', {
          number: String(anchor.number),
          key: createKeyId(this.#signer),
        }),
      );
    else if (anchor.nextKey !== undefined) {
      this.notes.push(
        tAuditVerification('note.keyChange', {
          number: String(anchor.number),
          from: anchor.key,
          to: createKeyId(anchor.nextKey),
        }),
      );
      this.#signer = anchor.nextKey;
    }
  }

  #readChainHeads(anchor: Anchor): void {
    if (anchor.reason === 'restore') this.#readRestore(anchor);
    for (const head of anchor.heads) {
      const [chainId, sequence, hash] = head;
      const previous = this.#heads.get(chainId);
      if (previous !== undefined && anchor.reason !== 'restore' && BigInt(sequence) <= BigInt(previous[1]))
        this.breaches.push(
          tAuditVerification('anchor.setBack', {
            number: String(anchor.number),
            chain: chainId,
            from: previous[1],
            to: sequence,
          }),
        );
      this.#heads.set(chainId, head);
      this.#entries.push({ anchor: anchor.number, chainId, sequence: BigInt(sequence), hash });
    }
    if (hashChainHeads(this.#heads.values()) !== anchor.root)
      this.breaches.push(tAuditVerification('anchor.root', { number: String(anchor.number) }));
  }

  #readRestore(anchor: Anchor): void {
    const undone = new Map((anchor.undone ?? []).map(([chainId, from]) => [chainId, BigInt(from)]));
    this.#entries = this.#entries.filter(({ chainId, sequence }) => {
      const from = undone.get(chainId);
      return from === undefined || sequence < from;
    });
    this.#heads.clear();
    const chains = [...undone].map(([chain, from]) =>
      tAuditVerification('note.restoreChain', { chain, sequence: String(from) }),
    );
    const loss =
      chains.length === 0
        ? tAuditVerification('note.restoreNoLoss')
        : tAuditVerification('note.restoreLoss', { chains: chains.join(', ') });
    this.notes.push(
      tAuditVerification('note.restore', {
        number: String(anchor.number),
        at: anchor.at,
        note: anchor.note ?? '',
        loss,
      }),
    );
  }
}

/** Returns a breach for each segment whose first key is not pinned. */
function listUnpinned(segments: readonly Segment[], pinned: ReadonlySet<string>): string[] {
  return segments
    .filter(({ key }) => !pinned.has(key))
    .map(({ number, first, last, key }) =>
      tAuditVerification('anchor.pin', {
        number: String(number),
        first: String(first),
        last: String(last),
        key: createKeyId(key),
        publicKey: key,
      }),
    );
}

const normalizeKey = (key: string): string => Buffer.from(key, 'base64').toString('base64url');

/**
 * Checks the numbers, links, signatures and keys of an anchor file. `pinned` are public keys from outside the
 * database.
 */
export function readAnchors(text: string, pinned: readonly string[]): AnchorFindings {
  const reader = new AnchorReader();
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  if (rest !== '') reader.breaches.push(tAuditVerification('file.cutOff', { length: String(rest.length) }));
  if (lines.length === 0) reader.breaches.push(tAuditVerification('file.empty'));
  lines.forEach((line, index) => {
    const signed = parseAnchorLine(line);
    if (signed === null)
      reader.breaches.push(tAuditVerification('file.notAnchor', { line: String(index + 1) }));
    else reader.read(signed);
  });
  const { breaches, notes, anchors, entries, segments } = reader;
  return {
    breaches: [...breaches, ...listUnpinned(segments, new Set(pinned.map(normalizeKey)))],
    notes,
    anchors,
    entries,
  };
}
