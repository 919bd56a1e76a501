import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes one DER field: tag, length, content. */
function field(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...content: readonly Uint8Array[]) => field(0x30, ...content);
const oid = (...bytes: readonly number[]) => field(0x06, Buffer.from(bytes));
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const time = (at: Date) => field(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, ''), 'ascii'));

/**
 * Creates a self-signed certificate for 127.0.0.1 and localhost that is valid for an hour, with its key; both in PEM.
 */
export function createLoopbackCertificate(now: Date = new Date()): {
  readonly cert: string;
  readonly key: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(field(0x31, sequence(oid(0x55, 0x04, 0x03), field(0x0c, Buffer.from('localhost')))));
  const names = sequence(field(0x82, Buffer.from('localhost')), field(0x87, Buffer.from([127, 0, 0, 1])));
  const hour = 3_600_000;
  const content = sequence(
    field(0xa0, field(0x02, Buffer.from([2]))),
    field(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - hour)), time(new Date(now.getTime() + hour))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    field(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), field(0x04, names)))),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(
    content,
    ecdsaWithSha256,
    field(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
