import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageText } from './message-text.tsx';

const read = (text: string) => renderToStaticMarkup(<MessageText text={text} />).replaceAll(/<[^>]*>/g, '');

test('shows a message on its lines, with the spaces of a formatted number', () => {
  expect(read('Veuillez payer 1\u202F234,50 EUR ici :\nhttps://x.example\nMerci')).toBe(
    'Veuillez payer 1 234,50 EUR ici :\nhttps://x.example\nMerci',
  );
});

test('shows other invisible characters as code points', () => {
  expect(read('For 12\u202E345:\nlink')).toBe('For 12U+202E345:\nlink');
});
