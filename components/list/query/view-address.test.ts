import { expect, test } from 'vitest';
import { addressAsView } from './view-address.ts';

const at = (search: string) => ({ pathname: '/b/payments', search });

test('what was saved is on screen as the view, where it was', () => {
  const address = addressAsView(
    at('?status=NEW,EXPIRED&after=abc&open=p1&view=all'),
    'columns=expected,status&density=compact&status=NEW,EXPIRED',
    'v1',
  );
  expect(address).toBe(
    '/b/payments?status=NEW,EXPIRED&after=abc&open=p1&view=v1&columns=expected,status&density=compact',
  );
});

test('another look than the view keeps is none of it', () => {
  expect(addressAsView(at('?columns=type&density=cozy'), 'density=normal', 'v1')).toBe(
    '/b/payments?density=normal&view=v1',
  );
});
