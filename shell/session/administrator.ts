import { useEffect, useState } from 'react';
import { sessionState, subscribeSession, useUserId } from './session.ts';
import { askTables } from '../data/tables.ts';

let known: { userId: string; answer: Promise<boolean> } | undefined;
// Who comes back is asked about again.
subscribeSession(() => {
  const session = sessionState();
  if (session.status !== 'signed-in' || session.user.id !== known?.userId) known = undefined;
});

/**
 * Whether the signed-in person is an administrator; undefined until asked, and while `ask` is false.
 * The database decides again at every call.
 */
export function useIsAdministrator(ask = true): boolean | undefined {
  const userId = useUserId();
  const [found, setFound] = useState<{ userId: string; is: boolean }>();
  useEffect(() => {
    if (userId === undefined || !ask) return;
    let current = true;
    void isAdministrator(userId).then((is) => current && setFound({ userId, is }));
    return () => {
      current = false;
    };
  }, [userId, ask]);
  if (userId === undefined) return false;
  return found?.userId === userId ? found.is : undefined;
}

function isAdministrator(userId: string): Promise<boolean> {
  if (known?.userId === userId) return known.answer;
  const answer = askTables<unknown[]>((tables) => tables.from('administrators').select('user_id').eq('user_id', userId))
    .then((rows) => rows.length > 0)
    .catch(() => {
      known = undefined;
      return false;
    });
  known = { userId, answer };
  return answer;
}
