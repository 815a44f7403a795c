export type SearchGroup = 'pages' | 'actions' | 'devices' | 'rooms' | 'bills' | 'answers' | 'posts';

/** Something that can be found, and where choosing it leads. */
export interface SearchEntry {
  id: string;
  group: SearchGroup;
  title: string;
  detail?: string;
  /** What else it is called, in any language. */
  words: readonly string[];
  choose: { to: string } | { run: () => void };
}
