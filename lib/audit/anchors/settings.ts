import 'server-only';
import path from 'node:path';
import { env } from '#lib/platform/env.ts';
import type { SigningKey } from './signing-key.ts';
import { readSigningKey } from './signing-key.ts';

/** Who signs anchors, where they go and how often they are made. */
export type AnchorSettings = {
  /** Newest first. The first signs; the others introduce it. */
  readonly keys: readonly SigningKey[];
  readonly file: string | null;
  readonly webhook: URL | null;
  readonly everyMs: number;
  readonly dataDir: string;
};

/** Reads the settings from the environment. */
export function anchorSettings(): AnchorSettings {
  const { AUDIT_ANCHOR_FILE: file, AUDIT_ANCHOR_WEBHOOK_URL: webhook } = env;
  return {
    keys: (env.AUDIT_SIGNING_KEYS ?? []).map(readSigningKey),
    file: file === undefined ? null : path.resolve(file),
    webhook: webhook === undefined ? null : new URL(webhook),
    everyMs: env.AUDIT_ANCHOR_SECONDS * 1_000,
    dataDir: path.resolve(env.DATA_DIR),
  };
}

/** Whether anchors go anywhere outside the database. */
export const isAnchored = ({ file, webhook }: Pick<AnchorSettings, 'file' | 'webhook'>): boolean =>
  file !== null || webhook !== null;
