import { closeSignIn, type SignInView } from '../../platform/sign-in-request.ts';
import { Dialog } from '../../ui/dialog.tsx';
export function SignInDialog({ view }: { view: SignInView }) {
  return (
    <Dialog open onClose={closeSignIn} title={view} closeLabel="Close">
      …
    </Dialog>
  );
}
