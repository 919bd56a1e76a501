/** Recipients of a request for information about a case. */
export const requestRecipients = ['service', 'payer'] as const;
export type RequestRecipient = (typeof requestRecipients)[number];

/** An answer is due within this time. */
export const longestRequestDays = 90;

/** Words in a message that would warn a payer of a review, in the languages of the checkout. */
const warningWords =
  /(?<!\p{L})(?:aml|authorit(?:y|ies)|block(?:s|ed|ing)?|cases?|complian\w*|criminal\w*|fiu|flagg?(?:s|ed|ing)?|fraud\w*|freez\w*|froze\w*|illicit|investigat\w*|kyc|launder\w*|mixers?|police|regulator\w*|report(?:s|ed|ing)?|review\w*|risk\w*|sanction\w*|screening|suspicio\w*|suspect\w*|terror\w*)(?!\p{L})|geldw[aä]sch|verd[aä]cht|behörde|sanktion|gesperrt|eingefroren|überprüf|blanchiment|soupçon|enquête|blanqueo|sospech|lavagem|suspeit|autoridad|autorité|отмыван|подозр|санкц|изпиране|pinigų plovim|įtarti|sankcij|aklama|şüphe|yaptırım|洗钱|可疑|制裁|資金洗浄|疑わしい|غسل الأموال|مشبوه|عقوبات/iu;

/** Returns the text as a reader sees it, without invisible characters inside words. */
const toVisibleText = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');

/** Returns the first word of a message that would warn a payer, or null. */
export const findWarningWord = (text: string): string | null =>
  warningWords.exec(toVisibleText(text))?.[0] ?? null;

/** Returns true if the text may contain an address of a page. A dot between letters counts as one. */
export const hasLink = (text: string): boolean =>
  /[a-z][a-z0-9+.-]*:\/\/|www\.|[\p{L}\d-]\.\p{L}{2,}/iu.test(toVisibleText(text));
