import type { SharedRole } from '@wattershed/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

const roles: readonly SharedRole[] = ['member', 'viewer'];

/** What somebody may do, each role with its meaning. Real radio buttons: arrows move between them. */
export function RoleField({ value, onChange }: { value: SharedRole; onChange: (role: SharedRole) => void }) {
  const { t } = useTranslation('household');
  const id = useId();
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-small font-semibold">{t('invite.role')}</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-card px-4 py-3 transition-colors duration-150 hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={id}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            aria-labelledby={`${id}-${role}`}
            aria-describedby={`${id}-${role}-may`}
            className="mt-1 size-4 shrink-0 accent-leaf outline-none"
          />
          <span>
            <span id={`${id}-${role}`} className="block font-semibold">
              {t(`role.${role}`)}
            </span>
            <span id={`${id}-${role}-may`} className="block text-small text-ink-soft">
              {t(`may.${role}`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
