import { useEffect, useState } from 'react';
import type { HouseholdChoice } from '../platform/household-choice.ts';
import { useUserId } from '../platform/session.ts';

/** The households between which one may choose: none for whoever has only one, and until `ask`. */
export function useHouseholdChoices(ask: boolean): readonly HouseholdChoice[] {
  const userId = useUserId();
  const [found, setFound] = useState<{ userId: string; choices: HouseholdChoice[] }>();
  useEffect(() => {
    if (userId === undefined || !ask) return;
    let stop: (() => void) | undefined;
    let current = true;
    // Home does not load what fetches: this comes with the first press.
    import('../platform/household-choice.ts').then(
      ({ followChoices }) => {
        if (current) stop = followChoices(userId, (choices) => setFound({ userId, choices }));
      },
      // Without a network and never loaded before: the menu does without.
      () => undefined,
    );
    return () => {
      current = false;
      stop?.();
    };
  }, [userId, ask]);
  return found !== undefined && found.userId === userId ? found.choices : [];
}
