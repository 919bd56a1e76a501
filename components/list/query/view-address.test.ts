import { expect, test } from 'vitest';
import { toViewAddress } from './view-address.ts';

const at = (search: string) => ({ pathname: '/b/payments', search });

test('replaces the saved parameters by the view and keeps page and open row', () => {
  const address = toViewAddress(
    at('?status=NEW,EXPIRED&after=abc&open=p1&view=all'),
    'columns=expected,status&density=compact&status=NEW,EXPIRED',
    'v1',
  );
  expect(address).toBe(
    '/b/payments?status=NEW,EXPIRED&after=abc&open=p1&view=v1&columns=expected,status&density=compact',
  );
});

test('removes display settings that the view does not save', () => {
  expect(toViewAddress(at('?columns=type&density=cozy'), 'density=normal', 'v1')).toBe(
    '/b/payments?density=normal&view=v1',
  );
});
