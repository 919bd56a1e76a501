import { createMessages } from './create-messages.ts';

/**
 * Texts for a customer, in the languages of the checkout, and the texts around them. A business can replace the texts
 * for the customer. A line with `{validity}` is left out where a link never expires.
 */
export const tCustomerMessages = createMessages({
  request: {
    ar: 'يرجى دفع {price} مقابل {reference} هنا:\n{link}\nالرابط صالح لمدة {validity}.',
    bg: 'Моля, платете {price} за {reference} тук:\n{link}\nВръзката е валидна {validity}.',
    zh: '请在此处为 {reference} 支付 {price}：\n{link}\n链接有效期为 {validity}。',
    en: 'Please pay {price} for {reference} here:\n{link}\nThe link is valid for {validity}.',
    fr: 'Veuillez payer {price} pour {reference} ici :\n{link}\nLe lien est valable {validity}.',
    de: 'Bitte zahlen Sie {price} für {reference} hier:\n{link}\nDer Link ist {validity} gültig.',
    ja: '{reference} の {price} をこちらでお支払いください：\n{link}\nリンクの有効期間は {validity} です。',
    lt: 'Apmokėkite {price} už {reference} čia:\n{link}\nNuoroda galioja {validity}.',
    pt: 'Pague {price} referente a {reference} aqui:\n{link}\nO link é válido por {validity}.',
    ru: 'Пожалуйста, оплатите {price} за {reference} здесь:\n{link}\nСсылка действительна {validity}.',
    es: 'Pague {price} por {reference} aquí:\n{link}\nEl enlace es válido durante {validity}.',
    tr: '{reference} için {price} tutarını buradan ödeyin:\n{link}\nBağlantı {validity} geçerlidir.',
  },
  reminder: {
    ar: 'تذكير: لم يتم بعد دفع {price} مقابل {reference}. يمكنك الدفع هنا:\n{link}',
    bg: 'Напомняне: {price} за {reference} все още не са платени. Можете да платите тук:\n{link}',
    zh: '提醒：{reference} 的 {price} 尚未支付。您可以在此处支付：\n{link}',
    en: 'A reminder: {price} for {reference} has not been paid yet. You can pay here:\n{link}',
    fr: 'Rappel : {price} pour {reference} n’a pas encore été payé. Vous pouvez payer ici :\n{link}',
    de: 'Zur Erinnerung: {price} für {reference} ist noch nicht bezahlt. Sie können hier zahlen:\n{link}',
    ja: 'お知らせ：{reference} の {price} はまだ支払われていません。こちらでお支払いいただけます：\n{link}',
    lt: 'Primename: {price} už {reference} dar neapmokėta. Apmokėti galite čia:\n{link}',
    pt: 'Lembrete: {price} referente a {reference} ainda não foi pago. Pode pagar aqui:\n{link}',
    ru: 'Напоминание: {price} за {reference} ещё не оплачено. Оплатить можно здесь:\n{link}',
    es: 'Recordatorio: {price} por {reference} aún no se ha pagado. Puede pagar aquí:\n{link}',
    tr: 'Hatırlatma: {reference} için {price} henüz ödenmedi. Buradan ödeyebilirsiniz:\n{link}',
  },
  title: { request: 'Message to the customer', reminder: 'Reminder to the customer' },
  copy: { request: 'Copy message', reminder: 'Copy reminder' },
  email: 'Write email',
  edit: {
    open: 'Edit text',
    title: { request: 'Edit the message', reminder: 'Edit the reminder' },
    description: 'All payments of this business with the checkout language {language} use this text.',
    text: 'Message text',
    help: 'Available placeholders: {placeholders}. Lines with {validity} are left out if the link never expires.',
    preview: 'Preview',
    save: 'Save text',
    reset: 'Restore the standard text',
    failed: 'The text could not be saved',
  },
  problem: {
    link: 'Add {placeholder} where the checkout link should appear',
    tooLong: 'Use at most {maximum, number} characters',
    unknown: 'These placeholders don’t exist: {placeholders}',
  },
});
