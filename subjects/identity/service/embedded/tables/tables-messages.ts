export interface ServeTask {
  readonly url: string;
  /** lite lists tables as the owner sees them, as PostgREST does; rights are still those of the caller. */
  readonly catalogUrl: string;
}

export interface TableCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
  /** Of whoever asks, verified; the policies see them. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface TableReply {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

export type ToWorker = { serve: ServeTask } | { id: number; call: TableCall } | { ping: true } | { stop: true };

export type FromWorker =
  | { ready: true }
  | { pong: true }
  | { id: number; reply: TableReply }
  | { id: number; failure: string }
  /** For the log. */
  | { fault: string };
