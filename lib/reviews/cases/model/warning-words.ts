import type { Language } from '#lib/service/contract/enumerations.ts';

/**
 * Words in a message that could warn a payer of a review, by the language of the checkout: blocked, held, review, check, risk,
 * case, report, suspicion, and who looks into them. The list helps a person who writes, and proves nothing: a text without
 * these words can still warn. Verbs that ask the payer to check something are left out.
 */
const warningWords: Readonly<Record<Language, RegExp>> = {
  ar: /محظور|حظر|حجز|مجمد|تجميد|موقوف|إيقاف|معلق|محتجز|احتجاز|مراجعة|فحص|تدقيق|تحقيق|مخاطر|قضية|بلاغ|تقرير|مشبوه|اشتباه|شبهة|غسل الأموال|غسيل الأموال|عقوبات|السلطات|الشرطة|احتيال|الامتثال/u,
  bg: /(?<!\p{L})(?:(?:(?:за)?блокир|задърж|замраз|спрян|проверк|проверяв|преглежда|риск|доклад|сигнал|подозр|съмнит|разследв|полици|измам|власти)\p{L}*|преглед(?!\p{L})|(?<!в )случа(?:й|я|ят)(?!\p{L}))|изпиране|санкц/iu,
  zh: /冻结|凍結|封锁|锁定|暂停|扣留|扣押|搁置|审查|審查|审核|審核|(?<!请)检查|核查|调查|調查|风险|風險|案件|个案|举报|报告|上报|嫌疑|可疑|洗钱|制裁|警方|警察|监管|合规|欺诈/u,
  en: /(?<!\p{L})(?:(?:aml|authorit(?:y|ies)|block(?:s|ed|ing)?|cases|(?<!in )case|in case(?= (?:no|number|#|\d))|checked|checking|we (?:\p{L}+ ){0,2}check|(?:background|pending|routine|security) checks?|fiu|flagg?(?:s|ed|ing)?|held|hold(?:s|ing)?|illicit|kyc|locked|mixers?|police|report(?:s|ed|ing)?(?! back)|screening)(?!\p{L})|(?:complian|criminal|fraud|freez|froze|investigat|launder|regulator|review|risk|sanction|suspen|suspicio|suspect|terror|withheld|withh?old)\p{L}*)/iu,
  fr: /(?<!\p{L})(?:(?:bloqu|contrôl|enquêt|examin|gelé|reten[ou]|rétention|risqu|signalement|signalé|soupçon|suspect|suspen[ds]|suspici|vérification|vérifié|vérifions|conformité|autorité)\p{L}*|(?:mis(?:e|es)? en attente|examen|dossiers?|(?:un|ce|le) rapport|(?<!dans )(?:votre|ce|un|du) cas)(?!\p{L}))|blanchiment/iu,
  de: /geldw[aä]sch|verd[aä]cht|behörde|sanktion|sperr|eingefroren|einfrier|prüfung|geprüft|überprüf|(?:zu)?rückgehalten|zurückhalt|einbehalt|angehalten|ausgesetzt|kontrolle|kontrollier|untersuch|ermittl|risik|meldung|gemeldet|meldepflicht|polizei|betrug|(?<!\p{L})(?:(?:block|blockier)\p{L}*|(?:wir prüfen|(?<!in )(?:ihr(?:en|em|es)?|diese[mnrs]?|ein(?:en)?) fall|fallnummer|(?:ein(?:en)?|der|den) bericht)(?!\p{L}))/iu,
  ja: /凍結|保留|差し止め|停止|ブロック|審査|調査|検査|確認中|確認して(?:い|お)|リスク|案件|(?<!ご)報告|通報|疑わしい|疑い|嫌疑|不審|制裁|資金洗浄|マネーロンダリング|警察|当局|コンプライアンス|不正|レビュー/u,
  lt: /(?<!\p{L})(?:(?:(?:už)?blok(?:uo|av)|sulaik|sustabd|įšald|tikrin|patikrinim|patikrint|peržiūrim|rizik|ataskait|įtar|sukčiav|tyrim|tiriam|policij|institucij)\p{L}*|(?:peržiūr(?:a|os|ą)|byl(?:a|os|ą|oje)|pranešta)(?!\p{L}))|pinigų plovim|sankcij/iu,
  pt: /(?<!\p{L})(?:(?:bloque|congelad|suspens|suspend|verificação|verificando|verificad|verificamos|revisão|risco|denúncia|denunci|relatório|reporta|suspeit|investig|autoridade|polícia|conformidade)\p{L}*|(?:retid[oa]s?|retenção|em (?:análise|espera)|(?<!(?:em|no) )(?:seu|este|o|um) caso)(?!\p{L}))|lavagem|sanç[õã]/iu,
  ru: /(?<!\p{L})(?:(?:(?:за)?блокир|задерж|удерж|заморо|замораж|приостанов|проверк|проверя|рассмотрени|рассматрива|риск|отч[её]т|доклад|подозр|расследов|полици|мошенн|комплаенс)\p{L}*|(?:(?:ваше|этому|вашему) дел[оу]|(?:ваш|этот) случай)(?!\p{L}))|отмыван|санкц/iu,
  es: /(?<!\p{L})(?:(?:bloque|congelad|reteni|reten(?:emos|ción)|suspend|suspensi|revisi[oó]n|revisando|revisamos|revisad|verificaci[oó]n|verificando|verificamos|riesgo|denuncia|reporta|sospech|investig|autoridad|polic[ií]a|cumplimiento)\p{L}*|(?:en espera|(?:un|el|este) informe|(?<!en )(?:su|este|el|un|del|al) caso)(?!\p{L}))|blanqueo|lavado|sancion/iu,
  tr: /(?<!\p{L})(?:(?:bloke|engellen|dondurul|askıya|beklet|beklemeye|tutul|[iİ]ncelem|[iİ]ncelen|[iİ]nceliyor|kontrol edil|kontrol ediyor|kontrolü|denetim|rapor|bildiril|[iİ]hbar|şüphe|dolandır|soruştur|polis|vaka)\p{L}*)|aklama|yaptırım|yetkili makam/iu,
};

/** Returns the text as a reader sees it, without invisible characters inside words. */
const toVisibleText = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');

/** Returns a word of a message that could warn a payer, in any language of the checkout, or null. */
export function findWarningWord(text: string): string | null {
  const visible = toVisibleText(text);
  for (const words of Object.values(warningWords)) {
    const found = words.exec(visible)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns true if the text may contain an address of a page. A dot between letters counts as one. */
export const hasLink = (text: string): boolean =>
  /[a-z][a-z0-9+.-]*:\/\/|www\.|[\p{L}\d-]\.\p{L}{2,}/iu.test(toVisibleText(text));
