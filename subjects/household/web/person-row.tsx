import type { HouseholdPerson } from '../contract/household.ts';
import { Crown, EllipsisVertical, SlidersHorizontal, UserMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { useSwitchText } from './switch-rooms.ts';

interface PersonActions {
  onChange: () => void;
  onTransfer: () => void;
  onRemove: () => void;
}

export interface PersonRowProps {
  person: HouseholdPerson;
  name: string;
  isSelf: boolean;
  /** Left out for whoever does not decide, and for the owner's own row. */
  actions: PersonActions | undefined;
}

/** Somebody of the household: who they are, and in one line what they may do. */
export function PersonRow({ person, name, isSelf, actions }: PersonRowProps) {
  const { t } = useTranslation('household');
  const format = useFormat();
  const switches = useSwitchText()(person.role, person.switchRooms);
  const { role, email, tokens } = person;
  return (
    <li
      data-person={name}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-3.5 last:border-b-0 sm:gap-x-4"
    >
      <span
        aria-hidden="true"
        className="inline-flex size-11 items-center justify-center rounded-full bg-leaf-soft font-semibold text-leaf"
      >
        {firstLetter(name)}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {isSelf && <span className="text-small text-ink-soft">({t('you')})</span>}
          <Badge tone={role === 'owner' ? 'leaf' : 'neutral'}>{t(`role.${role}`)}</Badge>
        </p>
        <p className="mt-0.5 text-small">{t(`may.${role}`)}</p>
        {switches !== undefined && <p className="text-small font-semibold wrap-anywhere">{switches}</p>}
        {tokens !== null && tokens > 0 && <p className="text-small text-ink-soft">{t('tokens', { count: tokens })}</p>}
        <p className="text-small text-ink-soft wrap-anywhere">
          {email !== null && email !== name && <>{email} · </>}
          {t('joined', { date: format.shortDay(Date.parse(person.joinedAt)) })}
        </p>
      </div>
      {actions !== undefined && <PersonMenu name={name} {...actions} />}
    </li>
  );
}

function PersonMenu({ name, onChange, onTransfer, onRemove }: PersonActions & { name: string }) {
  const { t } = useTranslation('household');
  const look = 'size-4.5 shrink-0 text-ink-soft';
  return (
    <Menu
      label={t('list.actions', { name })}
      trigger={<EllipsisVertical className="size-5" aria-hidden />}
      className="w-11 justify-center px-0"
      items={[
        {
          key: 'change',
          label: t('list.change'),
          icon: <SlidersHorizontal className={look} aria-hidden />,
          onSelect: onChange,
        },
        {
          key: 'transfer',
          label: t('list.transfer', { name }),
          icon: <Crown className={look} aria-hidden />,
          onSelect: onTransfer,
        },
        {
          key: 'remove',
          label: t('list.remove'),
          icon: <UserMinus className={look} aria-hidden />,
          onSelect: onRemove,
        },
      ]}
    />
  );
}

/** As one letter of any script: a Devanagari consonant goes with its vowel. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
