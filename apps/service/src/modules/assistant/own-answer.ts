/** What is asked with, and what an answer without a provider is made of. */
import type { Language } from '@wattershed/catalogue';
import type { AssistantResult } from '@wattershed/contracts';
import type { Home } from './home.ts';
import type { Sources } from './sources.ts';
import type { Writer } from './writer.ts';

/** A person's question, with all that is needed to look into it. */
export interface Asking {
  readonly home: Home;
  readonly sources: Sources;
  readonly language: Language;
  readonly write: Writer;
}

export type FoundResult = Omit<AssistantResult, 'id'>;

export interface OwnAnswer {
  /** Markdown; each figure a link to the page that shows it. */
  readonly text: string;
  readonly results: readonly FoundResult[];
  /** What it would switch: the person is asked first. */
  readonly proposes?: { readonly device: string; readonly on: boolean };
}
