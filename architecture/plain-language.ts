import type { SourceFile } from './source-files.ts';
import type { Wording } from './wordings.ts';
import { isScreen, listComments, listExportedNames, listLiteralTexts } from './wordings.ts';

/** A wording that breaks a rule of the language guide. */
export type WordingBreach = Wording & { readonly reason: string };

/** The words that the guide replaces, each with the word to use instead. */
const bannedWords: Readonly<Record<string, string>> = {
  'adds? up|added up|adding up': 'total',
  anew: 'again',
  'asked for': 'requested',
  aught: 'anything',
  'at hand': 'current',
  awake: 'hydrated',
  'bites?': 'is active',
  'borrow(s|ed|ing)?': 'acquire',
  'by itself': 'alone, automatically',
  'do(es)? not fit': 'exception',
  'give(s|n)? back|gave back': 'release, return',
  'heard of|unheard': 'received',
  hence: 'so',
  'hitherto|henceforth|herein|hereby': 'until now, from now on',
  'in force': 'active',
  'let(s)? out': 'released',
  likewise: 'also',
  lest: 'so that … not',
  meanwhile: 'in the meantime, while …',
  'mend(s|ed|ing)?': 'fix',
  'nobody|somebody|anybody|everybody': 'nobody → "no one" or the role; name the reader',
  'our own word': 'estimated, inferred',
  patience: 'time budget, timeout',
  picked: 'selected',
  'put(s)? aside': 'snoozed',
  'reckon(s|ed|ing)?': 'estimate, infer',
  seldom: 'rarely',
  'so many': 'the number',
  'stand(s)? (here|there|in it|beside|behind|on|at)|stood': 'is, is shown',
  'stride(s)?': 'batch',
  'take(s|n)? back|took back': 'withdraw, undo',
  'tell(s|ing)?|told|untold': 'report, show, return',
  'thereby|therein|thereof|thereupon|whereby|wherein|whereof|whereupon': 'so, in which',
  thus: 'so',
  'walk(s|ed|ing)?': 'scan',
  'whatever|whoever|whichever|whomever|whosoever': 'name the case',
};

const banned = Object.entries(bannedWords).map(
  ([words, instead]) => [new RegExp(`\\b(?:${words})\\b`, 'i'), instead] as const,
);

const bannedOpening =
  /^(What|Whether|So that|Who|Whom|Whose|Those|Where|How (?:long|many|much|far|often)|Nothing|None)\b/;

/** Longest sentence, in words, that a reader takes in at once. */
const longestSentence = { comment: 32, message: 20 } as const;

const bannedInNames =
  /^(given|asked|told|tell|telling|wanted|said|unsaid|kept|known|reckoned|reckon|gone|anew|nobody|somebody|whoever|borrowed|borrow|patience|stride|awake|heard|seldom|likewise|thus|lets|mend|mended|picked|misfit)$/;

const wordsOfName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);

const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[A-Z“"`])|\n\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const countWords = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length;

function findProseBreach(text: string, longest: number): string | undefined {
  const plain = text.replaceAll(/`[^`]*`/g, 'code').replaceAll(/https?:\S+/g, 'address');
  for (const [pattern, instead] of banned) {
    const match = pattern.exec(plain);
    if (match !== null) return `"${match[0]}": say ${instead}`;
  }
  const long = splitSentences(plain).find((sentence) => countWords(sentence) > longest);
  if (long !== undefined) return `a sentence of ${countWords(long)} words; at most ${longest}`;
  return undefined;
}

/** Returns why a comment breaks the guide. */
export function findCommentBreach(text: string): string | undefined {
  const opening = bannedOpening.exec(text);
  if (opening !== null) return `opens with "${opening[0]}": begin with a verb or a subject`;
  return findProseBreach(text, longestSentence.comment);
}

/** Returns why a text of the screen breaks the guide. */
export const findMessageBreach = (text: string): string | undefined =>
  findProseBreach(
    // Plural and select branches are separate sentences for the reader.
    text.replaceAll(
      /\{\w+, (?:plural|select|selectordinal),|(?:=\d+|zero|one|two|few|many|other|\w+) \{/g,
      '. ',
    ),
    longestSentence.message,
  );

/** Terms that were decided once for the catalogue, each with the variants that it replaces. */
const decidedTerms: readonly (readonly [variant: RegExp, term: string])[] = [
  [/\p{L}'\p{L}/u, 'a typographic apostrophe (’)'],
  [/\b(?:e-mails?|mails|mailed|mail(?! server))\b/i, 'email; only the server is a "mail server"'],
  [
    /\b(?:second factors?|second step|2FA|MFA)\b/i,
    'two-factor authentication, authenticator app or authentication code',
  ],
  [/\b(?:verification|one-time|security) codes?\b/i, 'authentication code or recovery code'],
  [/\bset-up\b/i, 'setup (noun), set up (verb)'],
  [/\b(?:log ?in|login|log out|logout|sign-on(?<!single sign-on))\b/i, 'sign in, sign out'],
  [/\bformer (?:colleague|person)\b/i, 'former member'],
  [
    /\b(?:your operator|an operator must|runs Countinghouse|administrator)\b/i,
    'the operator of Countinghouse',
  ],
  [/\b(?:cancelled|labelled|labelling|colour|recognise|synchronise)\b/i, 'American spelling'],
  [/\b(?:webhooks? (?:from|of) the service|notifications? from the service)\b/i, 'callback'],
  [/\b(?:EUR value|value in EUR)s?\b/, 'EUR amount'],
  [/\bweaker\b/i, 'less strict'],
  [/\b(?:former keys?|encrypted under)\b/i, 'older key, encrypted with'],
  [/\bdifferent contents\b/i, 'different content'],
  [/\breview statistics\b/i, 'case metrics'],
  [/\baddress owners?\b/i, 'attributed entity'],
  [/\bkeep money blocked\b/i, 'maintain hold'],
  [/\b(?:service disagrees|service status conflicts?)\b/i, 'provider status conflict'],
  [/\bclient payment IDs?\b/, 'reference'],
  [/\bdeducted\b/i, 'taken from balance'],
  [/\bdisplay currenc(?:y|ies)\b/i, 'price currency'],
  [/\b(?:lower|higher) than expected\b/i, 'below expected, above expected'],
  [/\boverpaid amounts?\b/i, 'the amount above the requested one'],
  [/\bactual amounts?\b/i, 'amount received'],
  [/(?<!net )\bcredited amounts?\b/i, 'net credited'],
  [/\bdecided to keep the money blocked\b/i, 'maintain the hold'],
  [/\bowner(?: of the (?:\w+ )?address|’s address)/i, 'attributed entity'],
  [/(?<!false positive: )\bwrong match\b/i, 'false positive'],
  [/(?<!\{|risk )\bfindings?\b/i, 'disposition'],
  [/\bunprocessable\b/i, 'can’t be credited'],
];

/** Files whose texts name fields: of the service, of the API, and of settings for operators. */
const textsWithFields =
  /\/(?:api|assumptions|commands|directory|environment|instance-checks|start|tooling)\.ts$/;

/** A field name of the service. Placeholders and tags of a message, and the name of a system, are none. */
const fieldName = /(?<![\w{<.$/-])(?!macOS)[a-z]+[a-z0-9]*[A-Z][A-Za-z]+\b/;

/** Returns why a message of the catalogue names a field outside of technical texts. */
export function findFieldBreach(path: string, text: string): string | undefined {
  const match = textsWithFields.test(path) ? null : fieldName.exec(text.replaceAll(/<\/\w+>/g, ''));
  return match === null ? undefined : `"${match[0]}": say what the field means`;
}

/** Returns why a message of the catalogue uses another word for a thing than the rest of it. */
export function findTermBreach(text: string): string | undefined {
  // Host names of examples and options of commands are no prose.
  const prose = text.replaceAll(/\S*example\.com\S*|--[a-z-]+/g, '');
  for (const [variant, term] of decidedTerms) {
    const match = variant.exec(prose);
    if (match !== null) return `"${match[0]}": say ${term}`;
  }
  return undefined;
}

/** Returns why an exported name breaks the guide. */
export function findNameBreach(name: string, isFunction: boolean): string | undefined {
  const words = wordsOfName(name);
  const odd = words.find((word) => bannedInNames.test(word));
  if (odd !== undefined) return `"${odd}" in a name: name the thing`;
  const [first] = words;
  if (
    words.length === 1 &&
    first !== undefined &&
    /^[a-z]{3,}ed$/.test(first) &&
    !/(need|feed|speed|seed|embed)$/.test(first)
  ) {
    return 'a bare participle: say of what';
  }
  if (isFunction && /^[a-z]\w*Of$/.test(name)) return '"…Of": begin with a verb (list, find, to)';
  return undefined;
}

type Share = { readonly found: number; readonly odd: number };

/** The wordings of one file. Finding them takes longer than judging them, so it is done once. */
type Wordings = {
  readonly comments: readonly Wording[];
  readonly names: ReturnType<typeof listExportedNames>;
  readonly texts: readonly Wording[];
};

const listWordings = (file: SourceFile): Wordings => ({
  comments: listComments(file),
  names: listExportedNames(file),
  texts: isScreen(file.path) ? listLiteralTexts(file) : [],
});

function findBreaches({ comments, names, texts }: Wordings): WordingBreach[] {
  const withReason = (wording: Wording, reason: string | undefined): WordingBreach[] =>
    reason === undefined ? [] : [{ ...wording, reason }];
  return [
    ...comments.flatMap((wording) => withReason(wording, findCommentBreach(wording.text))),
    ...names.flatMap((wording) => withReason(wording, findNameBreach(wording.text, wording.isFunction))),
    ...texts.flatMap((wording) => withReason(wording, findMessageBreach(wording.text))),
  ];
}

/** Returns every wording of a file that breaks the guide. */
export const listWordingBreaches = (file: SourceFile): WordingBreach[] => findBreaches(listWordings(file));

/** Counts the wordings of all files, and those that break the guide. */
export function measureLanguage(files: readonly SourceFile[]): {
  readonly comments: Share;
  readonly names: Share;
  readonly texts: Share;
} {
  const odd = { comment: 0, name: 0, message: 0 };
  const found = { comments: 0, names: 0, texts: 0 };
  for (const file of files) {
    const wordings = listWordings(file);
    found.comments += wordings.comments.length;
    found.names += wordings.names.length;
    found.texts += wordings.texts.length;
    for (const { kind } of findBreaches(wordings)) odd[kind] += 1;
  }
  return {
    comments: { found: found.comments, odd: odd.comment },
    names: { found: found.names, odd: odd.name },
    texts: { found: found.texts, odd: odd.message },
  };
}
