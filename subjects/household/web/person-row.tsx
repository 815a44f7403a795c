import { Crown, EllipsisVertical, SlidersHorizontal, UserMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import type { ChangeMemberBody, HouseholdPerson, SharedRole } from '../contract/household.ts';
import { householdCalls, useHouseholdAction } from './household-api.ts';
import { choiceOf, lacksRoom, type Rights, RightsFields, roomsOf, useSwitchText } from './rights-fields.tsx';

interface PersonActions {
  onChange: () => void;
  onTransfer: () => void;
  onRemove: () => void;
}

interface PersonRowProps {
  person: HouseholdPerson;
  name: string;
  isSelf: boolean;
  /** Under an address that is made up. */
  isGuest: boolean;
  /** Left out for whoever does not decide, and for the owner's own row. */
  actions: PersonActions | undefined;
}

/** Somebody of the household: who they are, and in one line what they may do. */
export function PersonRow({ person, name, isSelf, isGuest, actions }: PersonRowProps) {
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
        {tokens !== null && tokens.length > 0 && (
          <p className="text-small text-ink-soft">{t('tokens', { count: tokens.length })}</p>
        )}
        <p className="text-small text-ink-soft wrap-anywhere">
          {email !== null && email !== name && !isGuest && <>{email} · </>}
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

interface MemberDialogProps {
  householdId: string;
  /** Left out: closed. */
  person: HouseholdPerson | undefined;
  name: string;
  onClose: () => void;
}

/** Changes what somebody may do. */
export function MemberDialog({ householdId, person, name, onClose }: MemberDialogProps) {
  const { t } = useTranslation('household');
  const { t: shell } = useTranslation();
  return (
    <Dialog
      open={person !== undefined}
      onClose={onClose}
      closeLabel={shell('close')}
      title={t('change.title', { name })}
    >
      {person !== undefined && <MemberForm householdId={householdId} person={person} name={name} onClose={onClose} />}
    </Dialog>
  );
}

function MemberForm({ householdId, person, name, onClose }: MemberDialogProps & { person: HouseholdPerson }) {
  const { t } = useTranslation('household');
  const before: SharedRole = person.role === 'viewer' ? 'viewer' : 'member';
  const save = useHouseholdAction((body: ChangeMemberBody) => householdCalls.change(householdId, person.userId, body), {
    done: () => t('change.saved', { name }),
    failed: t('change.failed'),
  });
  const form = useForm<{ rights: Rights }>({
    values: { rights: { role: before, choice: choiceOf(before, person.switchRooms) } },
    check: ({ rights }) => ({ rights: lacksRoom(rights) ? t('invite.chooseRoom') : undefined }),
    send: ({ rights: { role, choice } }) =>
      save.mutateAsync({ role, switchRooms: roomsOf(role, choice) }, { onSuccess: onClose }),
  });
  const isCutOff = (person.tokens?.length ?? 0) > 0 && form.values.rights.choice.way !== 'all';
  return (
    <form {...form.props} className="space-y-5">
      <RightsFields {...form.control('rights')} error={form.errorOf('rights')} />
      {isCutOff && <p className="text-small text-ink-soft">{t('change.brokerCut', { name })}</p>}
      <div className="flex justify-end">
        <Button type="submit" pending={form.isPending}>
          {t('change.save')}
        </Button>
      </div>
    </form>
  );
}
