import * as z from 'zod';
import { businessRecord } from '#lib/service/contract/business.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  overpaymentPolicies,
  settlementCurrencies,
  withdrawalStatuses,
} from '#lib/service/contract/enumerations.ts';
import { amountField, textField } from '#lib/service/contract/fields.ts';
import { JsonNumber } from '#lib/values/json.ts';
import { findChain } from '../model/coins.ts';

/** Schemas of the sandbox's own JSON API, which is not part of the interface. */

const numeric = z.union([
  z.number(),
  z.instanceof(JsonNumber).transform(({ text }) => Number(text)),
  z
    .string()
    .regex(/^[0-9]+(?:\.[0-9]+)?$/, 'must be a number')
    .transform(Number),
]);

const shortText = z.string().trim().min(1).max(200);

export const transferBody = z.object({
  amount: amountField.optional(),
  depositCurrency: z.enum(cryptoCurrencies).optional(),
  network: z.enum(networks).optional(),
  sender: shortText.optional(),
  transactionId: shortText.optional(),
  exchanged: z.boolean().optional(),
});

export const coinBody = z.object({ depositCurrency: z.enum(cryptoCurrencies), network: z.enum(networks) });

export const scenarioBody = z.object({
  businessId: shortText.optional(),
  /** An existing payment of that business, with which the scenario is played. */
  paymentId: shortText.optional(),
});

export const decisionBody = z.object({ outcome: z.enum(['CONFIRMED', 'BLOCKED']) });

export const withdrawalBody = z.object({
  businessId: shortText,
  withdrawCurrency: z.enum(cryptoCurrencies).default('USDT'),
  network: z.enum(networks).optional(),
  toTxAddress: shortText.optional(),
  expectedDisplayAmount: amountField,
  displayCurrency: z.enum(fiatCurrencies).optional(),
  clientWithdrawalId: textField.optional(),
  outcome: z.enum(withdrawalStatuses).default('COMPLETED'),
  broadcastAfterSeconds: numeric.pipe(z.number().min(0).max(31_622_400)).optional(),
});

export const historyBody = z.object({
  businessId: shortText.optional(),
  months: numeric.pipe(z.number().int().min(1).max(36)).default(1),
  /** Number of payments for each business. */
  payments: numeric.pipe(z.number().int().min(1).max(5_000)).default(100),
  seed: numeric.pipe(z.number().int().min(0).max(4_294_967_295)).optional(),
});

export const clockBody = z
  .object({ speed: numeric.optional(), advanceSeconds: numeric.optional() })
  .refine(({ speed, advanceSeconds }) => speed !== undefined || advanceSeconds !== undefined, {
    message: 'speed or advanceSeconds is required',
  });

const address = z
  .string()
  .max(2_000)
  .refine((text) => {
    const protocol = URL.parse(text)?.protocol;
    return text === '' || protocol === 'http:' || protocol === 'https:';
  }, 'must be a web address');

const pairs = z
  .partialRecord(z.enum(cryptoCurrencies), z.array(z.enum(networks)))
  .superRefine((coins, context) => {
    for (const [coin, list] of Object.entries(coins))
      for (const network of list)
        if (findChain(coin, network) === null)
          context.addIssue({ code: 'custom', path: [coin], message: `${network} does not carry ${coin}` });
  });

const decimal = z
  .union([z.string(), z.instanceof(JsonNumber).transform(({ text }) => text)])
  .pipe(z.string().regex(/^[0-9]{1,3}(?:\.[0-9]{1,6})?$/, 'must be a decimal such as 0.35'));

/**
 * Any field of the record. `null` removes a field, because the interface doesn't say which fields are always
 * present.
 */
export const businessPatch = z.strictObject({
  name: businessRecord.shape.name,
  depositReceivedCallbackUrl: address.nullish(),
  depositExchangedCallbackUrl: address.nullish(),
  withdrawalCallbackUrl: address.nullish(),
  theme: businessRecord.shape.theme,
  supportedDepositCurrencies: z.array(z.enum(cryptoCurrencies)).nullish(),
  supportedDepositCurrenciesWithNetworks: pairs.nullish(),
  supportedDisplayCurrencies: z.array(z.enum(fiatCurrencies)).nullish(),
  settlementCryptoRatio: decimal.nullish(),
  settlementCryptoCurrency: z.enum(settlementCurrencies).nullish(),
  settlementFiatCurrency: z.enum(settlementCurrencies).nullish(),
  overpaymentPolicy: z.enum(overpaymentPolicies).nullish(),
  refundFollowUpDepositsForOneTimePayments: z.boolean().nullish(),
  userServiceFeeDistributionPercentage: decimal.nullish(),
  createdAt: businessRecord.shape.createdAt,
});
