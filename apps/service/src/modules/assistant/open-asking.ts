/** From a person to all that a question of theirs is looked into with. */
import type { Language } from '@wattershed/catalogue';
import type { Claims, Sql } from '../../platform/db.ts';
import { type HomeRow, homeOf } from './home.ts';
import { openSources, type SourcesDeps } from './open-sources.ts';
import type { Asking } from './own-answer.ts';
import { createWriter } from './writer.ts';

export interface AskingDeps extends SourcesDeps {
  readonly database: SourcesDeps['database'] & { readonly engine: Sql };
  readonly now: () => number;
}

/** Null: the household is not the person's, or they have none. */
export type OpenAsking = (person: Claims, household: string | undefined, language: Language) => Promise<Asking | null>;

/** The same question in another language. */
export const inLanguage = (asking: Asking, language: Language): Asking =>
  asking.language === language ? asking : { ...asking, language, write: createWriter(language, asking.home) };

export const createOpenAsking =
  ({ now, ...deps }: AskingDeps): OpenAsking =>
  async (person, household, language) => {
    const [row] = await deps.database.engine<{ home: HomeRow | null }[]>`
      select private.assistant_home(${person.sub}, ${household ?? null}) as home`;
    if (!row?.home) return null;
    const home = homeOf(row.home, now());
    return { home, sources: openSources(deps, person, home), language, write: createWriter(language, home) };
  };
