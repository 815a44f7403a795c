import { lazy, type ReactNode, Suspense } from 'react';
import { ResetPasswordPage } from '#subjects/identity/web/reset-password-page.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';

// Comes after the password: it fetches, and the page before it does not.
const Asking = lazy(() => import('./what-to-keep.tsx'));

function After({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <Asking>{children}</Asking>
    </Suspense>
  );
}

export default function ResetPasswordRoute() {
  return <ResetPasswordPage After={After} />;
}
