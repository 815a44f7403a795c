/** The part of pino that the backend needs. */
export interface BackendLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: BackendLog = { debug() {}, info() {}, warn() {}, error() {} };
