import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HttpAllowed } from './http-allowed.tsx';

test('names the addresses that are not encrypted', () => {
  expect(renderToStaticMarkup(<HttpAllowed variables={['APP_URL', 'SERVICE_BASE_URL']} />)).toContain(
    'ALLOW_HTTP_IN_PRIVATE_NETWORK allows unencrypted http in a private network. These addresses use http: APP_URL, SERVICE_BASE_URL.',
  );
  expect(renderToStaticMarkup(<HttpAllowed variables={[]} />)).toContain('but no address uses http.');
});
