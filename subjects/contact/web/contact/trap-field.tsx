import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

/** No person sees or reaches it: what fills it in is a machine, and the service keeps nothing of that. */
export function TrapField({ ref }: { ref: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('contact');
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
      <label>
        {t('form.trap')}
        <input ref={ref} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
