/** Secrets lie sealed in the database: by it alone, or by a copy of it, nobody reads them. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Seal {
  /** `place`: where it may be opened; elsewhere it is nothing. */
  seal(text: string, place?: string): string;
  /** Null: it was sealed with another secret, before the installation's was made anew, or at another place. */
  open(sealed: string, place?: string): string | null;
}

/** What is sealed for one purpose cannot be opened for another. */
export const createSeal = (purpose: string, secret: string): Seal => {
  const key = createHash('sha256').update(`seal of ${purpose} ${secret}`).digest();
  return {
    seal: (text, place = '') => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed, place = '') => {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
