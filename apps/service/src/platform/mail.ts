/** A mail, and whoever takes it to its server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** What a mail is for, where it is one link. */
  readonly link?: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Written by the machine in answer to something: nobody's holiday note should answer it. */
  readonly isAutomatic?: boolean;
  /** Where its reader says that no more of these shall come. */
  readonly unsubscribe?: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Rejects when the server cannot be reached or does not let us in. */
  check(): Promise<void>;
}

/** The server has said for good that it will not take this mail: another try is no use. */
export const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
};
