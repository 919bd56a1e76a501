import * as z from 'zod';
import { expectOneOf, list, token } from './checks.ts';

/** What is not shown of the callbacks (§6). */

/** An IP address, or a range of them: `192.0.2.0/24`. */
const isSource = (value: string): boolean => {
  const [address = '', bits = '0', ...more] = value.split('/');
  if (more.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (z.ipv4().safeParse(address).success) return Number(bits) <= 32;
  return z.ipv6().safeParse(address).success && Number(bits) <= 128;
};

export const callbackAssumptions = {
  SERVICE_CALLBACK_SIGNATURE: {
    key: 'callback-signing',
    question: 'Whether callbacks are signed. The secret in their address proves the sender in any case.',
    section: '§6.3',
    check: expectOneOf(['off', 'observe', 'enforce']).prefault('off'),
    means: {
      off: 'no signature is looked for',
      observe: 'it is checked and noted, and nothing is refused for it',
      enforce: 'a callback without the right one is answered like a wrong secret',
    },
  },
  SERVICE_CALLBACK_SIGNATURE_HEADER: {
    key: 'callback-signature-header',
    question: 'In which header the signature of a callback stands.',
    section: '§6.3',
    check: token('the name of a header').prefault('x-signature'),
  },
  SERVICE_CALLBACK_SIGNATURE_ALGORITHM: {
    key: 'callback-signature-algorithm',
    question: 'By which algorithm the body of a callback is signed, under the API secret or one of its own.',
    section: '§6.3',
    check: expectOneOf(['sha256', 'sha384', 'sha512']).prefault('sha256'),
  },
  SERVICE_CALLBACK_SIGNATURE_ENCODING: {
    key: 'callback-signature-encoding',
    question: 'How the signature of a callback is written.',
    section: '§6.3',
    check: expectOneOf(['hex', 'base64', 'base64url']).prefault('hex'),
  },
  SERVICE_CALLBACK_SOURCES: {
    key: 'callback-sources',
    question: 'From which addresses callbacks come. Others are answered like a wrong secret.',
    section: '§6.3',
    check: list('IP addresses or ranges like 192.0.2.0/24, separated by commas', isSource).optional(),
    means: { '': 'not set: from anywhere' },
  },
  SERVICE_WITHDRAWAL_RETRY: {
    key: 'withdrawal-callback-retry',
    question: 'Whether a refused withdrawal callback is sent again.',
    section: '§6.3',
    check: expectOneOf(['none', 'as-deposits']).prefault('none'),
    means: {
      none: 'it is not: every refusal is treated as final',
      'as-deposits': 'every 2 minutes for 24 hours',
    },
  },
  SERVICE_CALLBACK_AMOUNTS: {
    key: 'callback-actual-amounts',
    question: "Whether the deposit callback's actual… amounts are of that deposit or of the whole payment.",
    section: '§6.1',
    check: expectOneOf(['unknown', 'deposit', 'cumulative']).prefault('unknown'),
    means: {
      unknown: 'not added up across callbacks; with several, under and over stay unknown',
      deposit: 'of that deposit: several are added up',
      cumulative: 'of the whole payment so far: the largest counts',
    },
  },
  SERVICE_CALLBACK_DEPEG_UNIT: {
    key: 'callback-depeg-unit',
    question: "The currency of the deposit callback's displayRateDepegLossAmount.",
    section: '§6.1',
    check: expectOneOf(['deposit', 'display']).prefault('deposit'),
    means: {
      deposit: 'the deposit currency, as it is worded',
      display: 'the display currency, as it is named',
    },
  },
  SERVICE_CALLBACK_SETTLEMENT_AMOUNT: {
    key: 'callback-settlement-amount',
    question: "Whether the deposit callback's settlementAmount is before or after fees.",
    section: '§6.1',
    check: expectOneOf(['unknown', 'payable']).prefault('unknown'),
    means: {
      unknown: 'kept beside settlementPayableAmount, never in its place',
      payable: 'after fees: it is the settlementPayableAmount of the record',
    },
  },
};
