export type HashTask = { cost: number } | { hashed: string };

export interface ToHashThread {
  id: number;
  password: string;
  /** To make a hash of that cost, or to compare with one. */
  task: HashTask;
}

export type FromHashThread = { id: number; answer: string | boolean } | { id: number; failure: string };
