import 'server-only';
import path from 'node:path';
import { env } from '#lib/platform/env.ts';
import type { SigningKey } from './signing-key.ts';
import { readSigningKey } from './signing-key.ts';

const anchorIntervalMs = 300_000;

/** Signing keys, destinations and interval of the anchors. */
export type AnchorSettings = {
  /** Newest first. The first key signs. The others introduce it. */
  readonly keys: readonly SigningKey[];
  readonly file: string | null;
  readonly webhook: URL | null;
  readonly everyMs: number;
  readonly dataDir: string;
};

/** Reads the settings from the environment. */
export function readAnchorSettings(): AnchorSettings {
  const { AUDIT_ANCHOR_FILE: file, AUDIT_ANCHOR_WEBHOOK_URL: webhook } = env;
  return {
    keys: (env.AUDIT_SIGNING_KEYS ?? []).map(readSigningKey),
    file: file === undefined ? null : path.resolve(file),
    webhook: webhook === undefined ? null : new URL(webhook),
    everyMs: anchorIntervalMs,
    dataDir: path.resolve(env.DATA_DIR),
  };
}

/** Returns true if anchors are stored outside the database. */
export const hasDestination = ({ file, webhook }: Pick<AnchorSettings, 'file' | 'webhook'>): boolean =>
  file !== null || webhook !== null;
