import type { ChangeMemberBody, HouseholdPerson, SharedRole } from '@wattershed/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { householdCalls, useHouseholdAction } from './household-api.ts';
import { RoleField } from './role-field.tsx';
import { RoomsField } from './rooms-field.tsx';
import { choiceForRole, choiceOf, roomsOf } from './switch-rooms.ts';

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
  const [role, setRole] = useState<SharedRole>(before);
  const [choice, setChoice] = useState(choiceOf(before, person.switchRooms));
  const [isRefused, setRefused] = useState(false);
  const isCutOff = (person.tokens ?? 0) > 0 && choice.way !== 'all';
  const save = useHouseholdAction((body: ChangeMemberBody) => householdCalls.change(householdId, person.userId, body), {
    done: () => t('change.saved', { name }),
    failed: t('change.failed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacksRoom = choice.way === 'some' && choice.rooms.length === 0;
    setRefused(lacksRoom);
    if (!lacksRoom) save.mutate({ role, switchRooms: roomsOf(role, choice) }, { onSuccess: onClose });
  };
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <RoleField
        value={role}
        onChange={(next) => {
          setRole(next);
          setChoice(choiceForRole(next, choice));
        }}
      />
      <RoomsField role={role} value={choice} onChange={setChoice} isRefused={isRefused} />
      {isCutOff && <p className="text-small text-ink-soft">{t('change.brokerCut', { name })}</p>}
      <div className="flex justify-end">
        <Button type="submit" pending={save.isPending}>
          {t('change.save')}
        </Button>
      </div>
    </form>
  );
}
