import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { writeAudit } from '../write-audit.ts';
import type { Anchor, AnchorHead } from './anchor.ts';
import {
  countEntries,
  genesisAnchorHash,
  hashAnchor,
  hashChainHeads,
  toAnchorLine,
  toSignedText,
} from './anchor.ts';
import { AnchorError } from './failure.ts';
import type { SigningKey } from './signing-key.ts';
import type { StoredAnchor } from './store.ts';
import { isKeyUsed, storeAnchor, storeChainHeads } from './store.ts';

/** The key that signs the next anchor. */
export type Signer = {
  readonly key: SigningKey;
  /** The key that this signature introduces. */
  readonly next: SigningKey | null;
  /** True if no earlier key introduces this one. */
  readonly beginsSegment: boolean;
};

/**
 * Chooses the key for the anchor after `latest`. The newest key signs once the previous key has introduced it.
 * @throws AnchorError 'no-key'; 'other-key' if two workers would alternate with different keys.
 */
export async function chooseSigner(
  transaction: Transaction,
  keys: readonly SigningKey[],
  latest: Pick<StoredAnchor, 'keyId'> | null,
): Promise<Signer> {
  const [newest] = keys;
  if (newest === undefined) throw new AnchorError('no-key');
  if (latest === null) return { key: newest, next: null, beginsSegment: true };
  const current = keys.find((key) => key.id === latest.keyId);
  if (current !== undefined)
    return { key: current, next: current === newest ? null : newest, beginsSegment: false };
  if (await isKeyUsed(transaction, newest.id)) throw new AnchorError('other-key');
  return { key: newest, next: null, beginsSegment: true };
}

/** Enters a change of keys, or the start of anchoring, in the system chain. */
export async function auditSignerChange(
  transaction: Transaction,
  context: Context<SystemActor>,
  latest: Pick<StoredAnchor, 'keyId' | 'number'> | null,
  { key, next, beginsSegment }: Signer,
): Promise<void> {
  const enteredKey = next ?? key;
  if (next === null && !beginsSegment) return;
  const action =
    latest === null ? 'audit.begin-anchors' : next === null ? 'audit.lose-key' : 'audit.change-key';
  await writeAudit(transaction, context, {
    businessId: null,
    action,
    objectType: 'audit-key',
    objectId: enteredKey.id,
    before: latest === null ? null : { keyId: latest.keyId },
    after: { keyId: enteredKey.id, publicKey: enteredKey.publicKey, anchor: (latest?.number ?? 0) + 1 },
  });
}

type AnchorContent = Pick<Anchor, 'reason' | 'undone' | 'note'> & {
  readonly at: Instant;
  readonly all: readonly AnchorHead[];
  readonly heads: readonly AnchorHead[];
};

/** Signs an anchor and stores it with its heads. Returns the stored anchor. */
export async function signAnchor(
  transaction: Transaction,
  latest: StoredAnchor | null,
  { key, next, beginsSegment }: Signer,
  { at, all, heads, ...content }: AnchorContent,
): Promise<StoredAnchor> {
  const number = (latest?.number ?? 0) + 1;
  const segment = (latest?.segment ?? 0) + (beginsSegment ? 1 : 0);
  const anchor: Anchor = {
    format: 'audit-anchor-1',
    number,
    segment,
    at: new Date(at).toISOString(),
    ...content,
    previous: latest?.hash ?? genesisAnchorHash,
    key: key.id,
    ...(beginsSegment && { publicKey: key.publicKey }),
    ...(next !== null && { nextKey: next.publicKey }),
    chains: all.length,
    entries: countEntries(all),
    root: hashChainHeads(all),
    heads: [...heads].sort(([left], [right]) => (left < right ? -1 : 1)),
  };
  const stored = { number, at, segment, keyId: (next ?? key).id, hash: hashAnchor(anchor) };
  await storeAnchor(transaction, { ...stored, line: toAnchorLine(anchor, key.sign(toSignedText(anchor))) });
  await storeChainHeads(transaction, heads, content.reason === 'restore');
  return stored;
}
