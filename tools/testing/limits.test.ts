import fs from 'node:fs';
import { expect, test } from 'vitest';

/** docs/limits.md names each limit with its value. */
const document = fs.readFileSync('docs/limits.md', 'utf8');

/** The constant of each limit, by its file. */
const constants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'lib/values/assumptions/person-limits.ts': {
    'open sessions': 'openSessions',
    'session without activity': 'sessionIdleMinutes',
    'session in total': 'sessionHours',
    'recent authentication': 'authenticationMinutes',
    'pages, actions and reads at once': 'reads',
    'totals at once': 'totals',
    'downloads at once': 'downloads',
    'open streams': 'streams',
    'exports that run': 'runningExports',
  },
  'lib/access/person-limit-values.ts': {
    'waiting requests': 'personQueue',
    'wait for a turn': 'personWaitSeconds',
    'stalled download': 'downloadStallSeconds',
  },
  'lib/passkeys/model.ts': {
    passkeys: 'maxPasskeys',
  },
  'lib/values/sentence.ts': {
    'fewest words of a reason': 'words',
    'fewest letters of a reason': 'letters',
  },
  'lib/drafts/model.ts': {
    'saved drafts': 'maxDrafts',
  },
  'lib/access/throttle.ts': {
    'password checks when signed in, a quarter hour': 'checkLimit',
    'codes, a quarter hour': 'codeLimit',
    'codes, a day': 'dailyCodeLimit',
    'attempts on an account from an address, a quarter hour': 'pairLimit',
    'attempts of an address on all accounts, a quarter hour': 'addressLimit',
    'links for a new password, an account, an hour': 'resetAccountLimit',
    'links for a new password, an address, an hour': 'resetSenderLimit',
    'invitations to an address, an hour': 'invitedAddressLimit',
    'mailed invitations, a day': 'invitingBusinessLimit',
  },
  'lib/access/account-limit-store.ts': {
    'attempts of all strangers before waits': 'undelayedAttempts',
    'longest wait between their attempts': 'longestDelaySeconds',
  },
  'lib/payment-batches/model/fields.ts': {
    'rows of a file of payments': 'rows',
    'columns of a file of payments': 'columns',
    'file of payments': 'bytes',
    'unconfirmed batches': 'unconfirmed',
  },
  'lib/payment-batches/table/workbook-parts.ts': {
    'unpacked sheet of a workbook': 'maxSheetBytes',
    'files in a workbook': 'maxEntries',
  },
  'lib/payment-batches/table/xml-tokens.ts': {
    'tags of a workbook': 'tags',
    'tags without cells': 'otherTags',
  },
  'lib/payment-batches/table/open-table-in-thread.ts': {
    'milliseconds of reading such a file': 'readingMs',
  },
  'lib/payment-batches/model/pace.ts': {
    'payments of a batch a second, at first': 'firstPace',
    'payments of a batch that wait for an answer': 'mostInFlight',
  },
  'lib/reviews/cases/schema/choices.ts': {
    'files of a case': 'maximumFiles',
    'file of a case': 'fileLimit',
  },
  'lib/payments/import/model.ts': {
    'pasted payment record': 'importLimit',
  },
  'lib/payments/import/model-record-texts.ts': {
    'file of payment records': 'recordFileLimit',
  },
  'lib/payments/import/model-listed-ids.ts': {
    'payment IDs of one import': 'maximumListedIds',
  },
  'lib/withdrawals/expected/model.ts': {
    'client withdrawal IDs added at once': 'maximumIds',
  },
  'lib/directory/schema-scim.ts': {
    'members of a group of a directory': 'maximumMembers',
  },
  'lib/team/store.ts': {
    'days of access of an auditor': 'longestAuditDays',
  },
  'lib/reviews/cases/model/information.ts': {
    'days until an answer is due': 'longestRequestDays',
  },
  'lib/callbacks/http/read-body.ts': {
    'body of a callback': 'maximumBodyBytes',
  },
  'lib/intake/start-intake.ts': {
    'connections of the intake': 'maxConnections',
  },
  'scripts/web.ts': {
    'connections of the web app': 'mostConnections',
  },
  'scripts/web/request-interceptor.ts': {
    'head of a request': 'longestHead',
  },
  'lib/people/hash-slots.ts': {
    'passwords that wait for a hash': 'maxWaiting',
  },
  'lib/database/pools.ts': {
    'database connections of exports': 'exportPoolSize',
    'database connections of callbacks': 'callbackPoolSize',
  },
  'lib/exports/files/sheet.ts': {
    'rows of an exported sheet': 'maxSheetRows',
  },
};

const multiples: Readonly<Record<string, readonly number[]>> = {
  '': [1],
  s: [1],
  minutes: [1],
  hours: [1],
  KiB: [1_024],
  MiB: [1_048_576],
};

/** Returns the number that a constant, field or limit of attempts has in a file. */
function findNumber(file: string, name: string): number | null {
  const text = fs.readFileSync(file, 'utf8');
  const start = text.search(new RegExp(`(?<![\\w.])${name}(?::|\\s*=)`));
  const definition = start < 0 ? '' : text.slice(start, start + 220);
  const written =
    /^\w+: AttemptLimit = \{[^}]*points: ([\d_]+)/.exec(definition) ??
    /^\w+: limit\(([\d_]+),/.exec(definition) ??
    /^\w+(?::| =) ([\d_]+(?: \* [\d_]+)*)[;,]/.exec(definition);
  if (written?.[1] === undefined) return null;
  return written[1].split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const rows = [...document.matchAll(/^- (.+?): ([\d,]+)(?: (\w+))?$/gm)].map(
  ([, limit = '', digits = '', unit = '']) => ({ limit, digits, unit }),
);

const sources = Object.entries(constants).flatMap(([file, names]) =>
  Object.entries(names).map(([limit, name]) => ({ limit, file, name })),
);

test('every limit has the value of its constant', () => {
  const wrong = sources.flatMap(({ limit, file, name }) => {
    const found = findNumber(file, name);
    const shown = rows
      .filter((row) => row.limit === limit)
      .flatMap(({ digits, unit }) =>
        (multiples[unit] ?? []).map((multiple) => multiple * Number(digits.replaceAll(',', ''))),
      );
    return found !== null && shown.includes(found) ? [] : [`${limit}: ${name} is ${found}`];
  });
  expect(wrong).toEqual([]);
});

test('every limit of the document has a constant', () => {
  expect(rows.map(({ limit }) => limit).sort()).toEqual(sources.map(({ limit }) => limit).sort());
  // Every row of the limits was read.
  expect(rows.length).toBe(document.slice(document.indexOf('## Limits')).match(/^(?:- |\|)/gm)?.length);
  expect(rows.length).toBeGreaterThan(35);
});

test('sees a wrong value', () => {
  expect(findNumber('lib/passkeys/model.ts', 'maxPasskeys')).toBe(20);
  expect(findNumber('lib/access/throttle.ts', 'codeLimit')).toBe(10);
  expect(findNumber('lib/passkeys/model.ts', 'noSuchConstant')).toBeNull();
});
