import { expect, test } from 'vitest';
import { personName } from './schema.ts';

test.each(['Ana Silva', ' Łukasz ', '李', 'Müller & Söhne 2', 'نازنین‌زهرا'])(
  'accepts the name %j',
  (name) => {
    expect(personName.parse(name)).toBe(name.trim());
  },
);

test.each(['', '  ', '\u200b', '\u2060\u00ad\u200d', '\u202e', '...', '\u3164\u3164'])(
  'refuses the name %j, which shows nothing',
  (name) => {
    expect(personName.safeParse(name).success).toBe(false);
  },
);
