import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const text = (file: URL): Buffer => readFileSync(file);

/**
 * Loads the product's fonts. Without their packages, the system's fonts are used. The addresses are literal, so
 * that bundlers can see which files the sandbox reads.
 */
function font(file: URL): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

const files: Readonly<Record<string, () => { type: string; body: Buffer | null }>> = {
  'style.css': () => ({
    type: 'text/css; charset=utf-8',
    body: text(new URL('./style.css', import.meta.url)),
  }),
  'checkout.css': () => ({
    type: 'text/css; charset=utf-8',
    body: text(new URL('./checkout.css', import.meta.url)),
  }),
  'panel.css': () => ({
    type: 'text/css; charset=utf-8',
    body: text(new URL('./panel.css', import.meta.url)),
  }),
  'checkout.js': () => ({
    type: 'text/javascript; charset=utf-8',
    body: text(new URL('./checkout.js', import.meta.url)),
  }),
  'panel.js': () => ({
    type: 'text/javascript; charset=utf-8',
    body: text(new URL('./panel.js', import.meta.url)),
  }),
  'inter.woff2': () => ({
    type: 'font/woff2',
    body: font(
      new URL(
        '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
        import.meta.url,
      ),
    ),
  }),
  'inter-more.woff2': () => ({
    type: 'font/woff2',
    body: font(
      new URL(
        '../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
        import.meta.url,
      ),
    ),
  }),
  'inter-cyrillic.woff2': () => ({
    type: 'font/woff2',
    body: font(
      new URL(
        '../../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2',
        import.meta.url,
      ),
    ),
  }),
  'mono.woff2': () => ({
    type: 'font/woff2',
    body: font(
      new URL(
        '../../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
        import.meta.url,
      ),
    ),
  }),
};

type Named = { Params: { name: string } };

/** Serves styles, scripts and fonts of the checkout and the panel. */
export function serveAssets(app: FastifyInstance): void {
  app.get<Named>('/sandbox/assets/:name', (request, reply) => {
    const { name } = request.params;
    const file = Object.hasOwn(files, name) ? files[name]?.() : undefined;
    if (!file?.body) return reply.code(404).type('text/plain').send('not found');
    return reply.header('cache-control', 'public, max-age=300').type(file.type).send(file.body);
  });
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
}
