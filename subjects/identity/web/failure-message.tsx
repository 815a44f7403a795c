import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { AuthRefusal } from '#shell/session/provider/failure.ts';
import { ServiceError } from '#shell/data/service-error.ts';

/** Why it did not work, in the person's words; for a weak password, what the backend found. Nothing while nothing went wrong. */
export function FailureMessage({ failure: given }: { failure: AuthFailure | Error | undefined }) {
  const { t } = useTranslation(['account', 'errors']);
  const failure = given instanceof AuthRefusal ? given.failure : given;
  if (failure === undefined) return null;
  const isAuth = !(failure instanceof Error);
  return (
    <div role="alert" className="flex gap-3 rounded-control bg-alert-soft px-3.5 py-3 text-small">
      <TriangleAlert className="mt-px size-4.5 shrink-0 text-alert" aria-hidden />
      <div>
        <p>
          {isAuth
            ? t(`failure.${failure.code}`)
            : t(`errors:${failure instanceof ServiceError ? failure.code : 'internal'}`)}
        </p>
        {isAuth && failure.reasons.length > 0 && (
          <ul className="mt-1 list-disc pl-4">
            {failure.reasons.map((reason) => (
              <li key={reason}>{t(`weakness.${reason}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
