/** Secrets lie sealed in the database: by it alone, or by a copy of it, nobody reads them. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Seal {
  seal(text: string): string;
  /** Null: it was sealed with another secret, before the installation's was made anew. */
  open(sealed: string): string | null;
}

/** What is sealed for one purpose cannot be opened for another. */
export const createSeal = (purpose: string, secret: string): Seal => {
  const key = createHash('sha256').update(`seal of ${purpose} ${secret}`).digest();
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
