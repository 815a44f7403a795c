import type { FileErrorCode } from '../../contract/imports.ts';

/** Ends the reading of a file from deep within; `endReading` turns it into a value at the door. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  constructor(code: FileErrorCode) {
    super(code);
    this.code = code;
  }
}

export type FileResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: FileErrorCode };

export const endReading = async <T>(read: () => Promise<T>): Promise<FileResult<T>> => {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    if (error instanceof FileError) return { ok: false, code: error.code };
    throw error;
  }
};
