import { expect, test } from 'vitest';
import { composeInformationRequest, standardText } from '#lib/customer-messages/model.ts';
import type { Language } from '#lib/service/contract/enumerations.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { findWarningWord } from './warning-words.ts';

/** Sentences that would warn a payer, and some that don't, by language. */
const sentences: Readonly<
  Record<Language, { readonly harmful: readonly string[]; readonly harmless: readonly string[] }>
> = {
  ar: {
    harmful: [
      'دفعتك محظورة حالياً.',
      'تم تجميد المبلغ.',
      'دفعتك قيد المراجعة.',
      'نجري تحقيقاً في المصدر.',
      'هناك مخاطر في هذه المعاملة.',
      'المعاملة مشبوهة.',
      'سنرسل بلاغاً.',
      'المبلغ محتجز لدينا.',
    ],
    harmless: ['من أي منصة أرسلت المبلغ؟', 'ما اسم الشركة التي اشترت الطلب؟'],
  },
  bg: {
    harmful: [
      'Плащането Ви е блокирано.',
      'Парите са задържани.',
      'Правим проверка.',
      'Преводът носи риск.',
      'Вашият случай е отворен.',
      'Подадохме сигнал.',
      'Има подозрение.',
    ],
    harmless: ['От коя борса изпратихте плащането?', 'Моля, проверете номера на поръчката.'],
  },
  zh: {
    harmful: [
      '您的付款已被冻结。',
      '款项被扣留。',
      '我们正在审核您的付款。',
      '我们在检查资金来源。',
      '这笔付款有风险。',
      '您的案件编号如下。',
      '我们会举报。',
      '交易可疑。',
    ],
    harmless: ['您从哪个交易所付款？', '请检查订单号。'],
  },
  en: {
    harmful: [
      'Your payment is on hold.',
      'We are holding your money while we check.',
      'Your money is held until you answer.',
      'The amount was withheld.',
      'Your payment is suspended.',
      'Your account is frozen.',
      'The money is blocked.',
      'We are reviewing it.',
      'We need to check the source.',
      'Your payment is being checked.',
      'This is a risk for us.',
      'Your case is open.',
      'We look at cases like yours.',
      'Please quote it in case 12.',
      'We must report this.',
      'This looks suspicious.',
      'Your payment is o\u200Bn ho\u200Bld.',
    ],
    harmless: [
      'In case of several wallets, name each one.',
      'Just in case, add the order number.',
      'Please report back within a week.',
      'Please check the reference.',
      'Who is the account holder?',
      'Is this for your household?',
      'Which exchange did you send the payment from?',
    ],
  },
  fr: {
    harmful: [
      'Votre paiement est bloqué pendant un contrôle.',
      'Les fonds sont retenus.',
      'Votre paiement est suspendu.',
      'Le virement est gelé.',
      'Nous vérifions la provenance : vérification en cours.',
      'Il y a un risque.',
      'Votre dossier est ouvert.',
      'Nous ferons un signalement.',
      'Nous avons un soupçon.',
    ],
    harmless: [
      'En cas de plusieurs portefeuilles, citez-les tous.',
      'Veuillez vérifier la référence.',
      'Quelle est la date par rapport à la commande ?',
    ],
  },
  de: {
    harmful: [
      'Ihre Zahlung ist blockiert und wird geprüft.',
      'Das Geld wird zurückgehalten.',
      'Der Betrag ist gesperrt.',
      'Wir prüfen die Herkunft.',
      'Es läuft eine Sicherheitsprüfung.',
      'Das ist ein Risiko.',
      'Ihr Fall ist offen.',
      'Wir haben das gemeldet.',
      'Es gibt einen Verdacht.',
    ],
    harmless: [
      'Für den Fall, dass es mehrere Wallets sind, nennen Sie bitte alle.',
      'Bitte prüfen Sie die Bestellnummer.',
      'Bitte melden Sie sich bis Freitag.',
      'Auf jeden Fall brauchen wir den Namen der Börse.',
    ],
  },
  ja: {
    harmful: [
      'お支払いは凍結されています。',
      'お支払いを保留しています。',
      '現在審査しております。',
      '内容を確認しております。',
      'リスクがあります。',
      'この案件についてお尋ねします。',
      '当局に報告します。',
      '疑わしい取引です。',
    ],
    harmless: [
      'どの取引所から送金されましたか。',
      '注文番号をご確認ください。',
      'わかりましたらご報告ください。',
    ],
  },
  lt: {
    harmful: [
      'Jūsų mokėjimas užblokuotas.',
      'Pinigai sulaikyti.',
      'Mokėjimas sustabdytas.',
      'Šiuo metu tikriname mokėjimą.',
      'Atliekame peržiūrą ir patikrinimą.',
      'Kyla rizika.',
      'Jūsų byla atidaryta.',
      'Apie tai bus pranešta.',
      'Kilo įtarimas.',
    ],
    harmless: [
      'Iš kurios biržos siuntėte mokėjimą?',
      'Patikrinkite užsakymo numerį.',
      'Atsakykite į šį pranešimą.',
    ],
  },
  pt: {
    harmful: [
      'O seu pagamento está bloqueado.',
      'O valor está retido.',
      'O pagamento foi suspenso.',
      'O pagamento está em análise.',
      'Estamos numa verificação.',
      'Há um risco.',
      'O seu caso está aberto.',
      'Vamos fazer uma denúncia.',
      'Há uma suspeita.',
    ],
    harmless: [
      'Caso tenha várias carteiras, indique todas.',
      'Em caso de dúvida, responda a esta mensagem.',
      'Verifique o número da encomenda.',
    ],
  },
  ru: {
    harmful: [
      'Ваш платёж заблокирован.',
      'Деньги удержаны.',
      'Платёж приостановлен.',
      'Идёт проверка.',
      'Платёж на рассмотрении.',
      'Есть риск.',
      'Ваше дело открыто.',
      'Мы подадим отчёт.',
      'Возникло подозрение.',
    ],
    harmless: [
      'С какой биржи вы отправили платёж?',
      'Проверьте номер заказа.',
      'В случае вопросов ответьте на сообщение.',
    ],
  },
  es: {
    harmful: [
      'Su pago está bloqueado por riesgo.',
      'El dinero está retenido.',
      'El pago está en espera.',
      'El pago fue suspendido.',
      'Está en revisión.',
      'Hacemos una verificación.',
      'Su caso está abierto.',
      'Haremos un informe.',
      'Hay una sospecha.',
    ],
    harmless: [
      'En caso de tener varias carteras, indíquelas todas.',
      'Verifique el número de pedido.',
      '¿Desde qué bolsa envió el pago?',
    ],
  },
  tr: {
    harmful: [
      'Ödemeniz bloke edildi.',
      'Paranız tutuluyor.',
      'Ödemeniz askıya alındı.',
      'İnceleme sürüyor.',
      'Ödemeniz kontrol ediliyor.',
      'Bu ödeme riskli.',
      'Vakanız açıldı.',
      'Bunu rapor edeceğiz.',
      'Şüpheli bir işlem.',
    ],
    harmless: ['Ödemeyi hangi borsadan gönderdiniz?', 'Lütfen sipariş numarasını kontrol edin.'],
  },
};

test.each(languages)('finds words that would warn a payer in %s', (language) => {
  for (const text of sentences[language].harmful) expect(findWarningWord(text), text).not.toBeNull();
});

test.each(languages)('lets questions and our own messages in %s pass', (language) => {
  const question = sentences[language].harmless.join('\n');
  const own = [standardText('request', language), standardText('reminder', language)];
  const message = composeInformationRequest(language, { reference: 'order-1', question });
  for (const text of [...sentences[language].harmless, ...own, message])
    expect(findWarningWord(text), text).toBeNull();
});
