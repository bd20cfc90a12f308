/**
 * What must not be readable at rest: API tokens (kept as a hash), signing secrets and bank account numbers (kept
 * sealed). Interface §5, design §5.
 *
 *   SECRET_KEY ──HKDF-SHA256, one label per purpose──▶ key of a box
 *   sealed value:  version (1 byte) │ nonce (12) │ tag (16) │ ciphertext      AES-256-GCM, context as associated data
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const keyBytes = 32;
const versionOne = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** The allowed forms of SECRET_KEY, in words; the configuration prints the same sentence. */
export const secretKeyForms = '64 hexadecimal characters, or 32 bytes in base64 (`openssl rand -hex 32` makes one)';

/** Reads a SECRET_KEY in one of `secretKeyForms` to its 32 bytes; undefined where it has neither form. */
export function readSecretKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // 32 bytes are 43 base64 characters and one sign of padding; `base64` reads the URL alphabet as well
  if (/^[\w+/-]{43}=?$/.test(text)) {
    const key = Buffer.from(text, 'base64');
    if (key.length === keyBytes) return key;
  }
  return undefined;
}

/** A new random SECRET_KEY (64 hexadecimal characters), for a sandbox that was not given one. */
export function newSecretKey(): string {
  return randomBytes(keyBytes).toString('hex');
}

/** A sealed value cannot be opened. The message names what can be wrong, and never the value. */
export class SealError extends Error {
  override name = 'SealError';
}

/**
 * Seals texts for one purpose (`webhook-secret`, `bank-account`). Boxes of different purposes cannot open each other's
 * values; neither can one value be moved to another row, because the context (`partner 7, endpoint 3`) is bound in.
 */
export class SecretBox {
  readonly #sealKey: KeyObject;
  readonly #fingerprintKey: KeyObject;

  /** `secretKey` in one of `secretKeyForms`; throws TypeError otherwise, naming the forms but not the value. */
  constructor(secretKey: string, purpose: string) {
    const key = readSecretKey(secretKey);
    if (!key) throw new TypeError(`SECRET_KEY has the wrong form: allowed are ${secretKeyForms}`);
    this.#sealKey = derive(key, `quittance seal ${purpose}`);
    this.#fingerprintKey = derive(key, `quittance fingerprint ${purpose}`);
  }

  /** Seals a text. Two sealings of one text differ (random nonce). `context` must be given again to open it. */
  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, nonce, { authTagLength: tagBytes });
    cipher.setAAD(associatedData(context));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(versionOne), nonce, cipher.getAuthTag(), text]);
  }

  /** Opens what `seal` made with the same key, purpose and context; throws SealError for anything else. */
  open(sealed: Uint8Array, context: string): string {
    if (sealed.length < headBytes) {
      throw new SealError(
        `A sealed value has at least ${headBytes} bytes, this one has ${sealed.length}: it was cut off`,
      );
    }
    if (sealed[0] !== versionOne) {
      throw new SealError(`The sealed value has version ${sealed[0]}; this program reads version ${versionOne}`);
    }
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(context));
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
    } catch {
      throw new SealError(
        `The sealed value (${context}) cannot be opened: it was changed, belongs to another row, or was sealed with ` +
          'another SECRET_KEY. Start with the SECRET_KEY that sealed it',
      );
    }
  }

  /**
   * A keyed fingerprint (32 bytes) of a text: equal for equal text and context, so that a sealed value can be found
   * again ("the same account once more") without being opened, and useless for guessing without SECRET_KEY.
   */
  fingerprint(plain: string, context: string): Buffer {
    // the length in front keeps (context, plain) pairs apart that would otherwise run together
    const length = Buffer.byteLength(context);
    return createHmac('sha256', this.#fingerprintKey).update(`${length}:${context}${plain}`).digest();
  }
}

function derive(key: Buffer, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), label, keyBytes)));
}

/** The version byte is bound in as well, so that it cannot be exchanged once there is a second one. */
function associatedData(context: string): Buffer {
  return Buffer.concat([Buffer.of(versionOne), Buffer.from(context, 'utf8')]);
}

const tokenPrefix = 'svcapi_';
const tokenForm = /^svcapi_[0-9a-f]{64}$/i;
const shownCharacters = 4;

/** `token` is shown once and never kept; the rest is what the database keeps and the dashboard shows. */
export interface NewToken {
  token: string;
  hash: Buffer;
  /** The first characters, `svcapi_` and four more: enough to recognise a token by, far too few to guess it. */
  prefix: string;
  lastFour: string;
}

/** Makes an API token: `svcapi_` and 64 lower-case hexadecimal characters, 256 random bits (interface §5). */
export function newToken(): NewToken {
  const token = tokenPrefix + randomBytes(32).toString('hex');
  return {
    token,
    hash: hashToken(token),
    prefix: token.slice(0, tokenPrefix.length + shownCharacters),
    lastFour: token.slice(-shownCharacters),
  };
}

/** SHA-256 (32 bytes) of a token as it was sent. No salt: what is hashed has 256 random bits (design §5). */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Whether a text has the form of a token (interface §8): what has not, needs no look-up. */
export function isTokenForm(text: string): boolean {
  return tokenForm.test(text);
}

/** Makes a webhook signing secret: `whsec_` and 64 hexadecimal characters, 256 random bits (interface §5). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`;
}
