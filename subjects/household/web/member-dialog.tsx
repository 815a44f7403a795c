import type { ChangeMemberBody, HouseholdPerson, SharedRole } from '../contract/household.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { householdCalls, useHouseholdAction } from './household-api.ts';
import { lacksRoom, type Rights, RightsFields } from './rights-fields.tsx';
import { choiceOf, roomsOf } from './switch-rooms.ts';

export interface MemberDialogProps {
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
  const isCutOff = (person.tokens ?? 0) > 0 && form.values.rights.choice.way !== 'all';
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
