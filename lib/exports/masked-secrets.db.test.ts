import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { writeAudit } from '#lib/audit/index.ts';
import { readCallbackAddress } from '#lib/callbacks/index.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createContext } from '#lib/platform/context.ts';
import { openTestRequestAs } from '#lib/platform/testing/file-doubles.ts';
import { fillWithEchoes, readSecret } from './testing/echoing-store.ts';
import type { SurfaceReading } from './testing/read-surfaces.ts';
import { findSurfaces, readSurface } from './testing/read-surfaces.ts';

/** The service may echo one of our callback addresses. No surface shows its secret. */

const app = path.resolve(import.meta.dirname, '../../app');

/** The raw views, and the lists and pages that lead to them. */
const surfaces = findSurfaces(app, 'api/businesses/[[]business]/**/route.ts').filter(({ name }) =>
  /\[business\]\/(callbacks|raw|payments|deposits|withdrawals|business|audit)\//.test(name),
);

let tenant: Tenant;
let secrets: readonly string[];

beforeAll(async () => {
  tenant = await createTenant();
  const other = await createBusiness();
  const addresses = [tenant.businessId, other].map((business) => readCallbackAddress(business).withdrawal);
  secrets = addresses.map(readSecret);
  await fillWithEchoes(tenant.businessId, addresses);
  await inTransaction((transaction) =>
    writeAudit(transaction, tenant.as.owner, {
      businessId: tenant.businessId,
      action: 'callback.reject',
      objectType: 'callback',
      objectId: addresses[0] ?? '',
      after: { note: `It came to ${addresses.join(' and ')}, ${secrets.join(', ')}` },
    }),
  );
});

test.each(['viewer', 'compliance', 'finance', 'owner'] as const)(
  'shows no secret to %s, whatever body echoes it',
  async (role) => {
    const { actor, clock } = tenant.as[role];
    openTestRequestAs(createContext(actor, { clock }));
    const all = new Map<string, SurfaceReading>();
    // Lists come first, because they contain the ids of raw views.
    for (const surface of [...surfaces].sort((one, other) => one.name.length - other.name.length))
      for (const [address, reading] of await readSurface(surface, tenant.businessId, all, {}))
        all.set(address, reading);
    const raw = [...all].filter(
      ([address, { status }]) => status === 200 && /content\/route|raw\/|refused\//.test(address),
    );
    expect(raw.length).toBeGreaterThan(15);
    // Slashes and marks may be encoded, so only the middle of the secret is searched.
    const encoded = secrets.flatMap((secret) =>
      ['', 'x', 'xx'].flatMap((before) =>
        (['base64', 'hex'] as const).map((encoding) =>
          Buffer.from(before + secret)
            .toString(encoding)
            .slice(8, 52),
        ),
      ),
    );
    const stretches = secrets
      .flatMap((secret) => secret.split(/[-_]/))
      .filter((part) => part.length >= 6)
      .concat(encoded);
    expect(stretches.length).toBeGreaterThan(13);
    const leaks = [...all].flatMap(([address, reading]) => {
      const text = JSON.stringify(reading).toLowerCase();
      return stretches.some((part) => text.includes(part.toLowerCase())) ? [address] : [];
    });
    expect(leaks).toEqual([]);
  },
);
