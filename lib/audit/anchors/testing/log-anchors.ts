import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { anchorAudit } from '../anchor-audit.ts';
import { verifyAnchors } from '../verify-anchors.ts';
import { createSigningKey, executePastTriggers, removeAnchors } from './anchor-fixture.ts';

/** Anchors of all logs, in a file and as if the webhook had accepted them. Removes those of other tests. */
export async function createLogAnchors() {
  await executePastTriggers(...removeAnchors);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'log-anchors-'));
  const file = path.join(dataDir, 'anchors.jsonl');
  const key = createSigningKey();
  return {
    anchor: async (at: Instant): Promise<void> => {
      const settings = { keys: [key], file, webhook: null, everyMs: 1, dataDir };
      const context = systemContext('audit-anchors', { now: () => at });
      await anchorAudit(context, AbortSignal.timeout(20_000), settings);
      await database().auditAnchor.updateMany({ where: { sentAt: null }, data: { sentAt: toDate(at) } });
    },
    /** The breaches of a chain. */
    verify: async (chainId: string) =>
      (await verifyAnchors(fs.readFileSync(file, 'utf8'), [key.publicKey])).breaches.filter((breach) =>
        breach.includes(chainId),
      ),
    end: () => fs.rmSync(dataDir, { recursive: true, force: true }),
  };
}
