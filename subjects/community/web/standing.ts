import { useNavigate } from 'react-router';
import { useSession } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/sign-in-request.ts';

export type Standing = 'loading' | 'visitor' | 'guest' | 'member';

/** Whether one may write here. The database decides again at every call. */
export function useStanding(): Standing {
  const session = useSession();
  if (session.status === 'loading') return 'loading';
  if (session.status === 'signed-out') return 'visitor';
  return session.user.isGuest ? 'guest' : 'member';
}

/** Lets a member through; shows anybody else the way to become one. */
export function useMembersOnly(): (act: () => void) => void {
  const standing = useStanding();
  const navigate = useNavigate();
  return (act) => {
    if (standing === 'member') act();
    if (standing === 'visitor') askToSignIn('sign-in');
    if (standing === 'guest') void navigate('/profile');
  };
}
