import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Lists the targets of a document's links and pictures, without those on the web or on the same page. */
function placesIn(document: string): string[] {
  const written = document.replace(/```[\s\S]*?```/g, '');
  const links = [...written.matchAll(/\]\(<?([^)\s>]+)/g), ...written.matchAll(/\b(?:src|href)="([^"]+)"/g)];
  return links
    .map(([, place = '']) => place.replace(/#.*$/, ''))
    .filter((place) => place !== '' && !/^[a-z]+:/i.test(place));
}

test('links and pictures are found', () => {
  const document = '![a](docs/a.png) [b](b.md#part) [c](#c) [d](https://example.com) <img src="e.svg">';
  expect(placesIn(document)).toEqual(['docs/a.png', 'b.md', 'e.svg']);
});

test.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'docs/asvs.md'])(
  'every link and picture of %s leads somewhere',
  (file) => {
    const places = placesIn(fs.readFileSync(file, 'utf8'));
    expect(places.filter((place) => !fs.existsSync(path.resolve(path.dirname(file), place)))).toEqual([]);
  },
);
