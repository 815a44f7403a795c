import type { Invited, InviteBody, SharedRole } from '@wattershed/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { householdCalls, useHouseholdAction } from './household-api.ts';
import { MadeInvitation } from './made-invitation.tsx';
import { RoleField } from './role-field.tsx';
import { RoomsField } from './rooms-field.tsx';
import { choiceForRole, choiceOf, roomsOf } from './switch-rooms.ts';

export interface InviteDialogProps {
  open: boolean;
  householdId: string;
  onClose: () => void;
}

interface Made {
  invited: Invited;
  email: string | undefined;
}

/** Asks what somebody may do, and makes the invitation; then it shows its link, this once. */
export function InviteDialog({ open, householdId, onClose }: InviteDialogProps) {
  const { t } = useTranslation('household');
  const { t: shell } = useTranslation();
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      closeLabel={shell('close')}
      title={t(made === undefined ? 'invite.title' : 'made.title')}
      description={made === undefined ? t('invite.text') : undefined}
    >
      {made === undefined ? (
        <InviteForm householdId={householdId} onMade={setMade} />
      ) : (
        <MadeInvitation {...made} onClose={close} />
      )}
    </Dialog>
  );
}

const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function InviteForm({ householdId, onMade }: { householdId: string; onMade: (made: Made) => void }) {
  const { t } = useTranslation('household');
  const words = useFailureWords();
  const [role, setRole] = useState<SharedRole>('member');
  const [choice, setChoice] = useState(choiceOf('member', null));
  const [way, setWay] = useState<'link' | 'mail'>('link');
  const [email, setEmail] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [isNoAddress, setNoAddress] = useState(false);
  const invite = useHouseholdAction((body: InviteBody) => householdCalls.invite(householdId, body), {
    done: () => undefined,
    failed: t('invite.failed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = way === 'mail' ? email.trim() : undefined;
    const lacksRoom = choice.way === 'some' && choice.rooms.length === 0;
    const lacksAddress = address !== undefined && !looksLikeAddress.test(address);
    setRefused(lacksRoom);
    setNoAddress(lacksAddress);
    if (lacksRoom || lacksAddress) return;
    const body = { role, switchRooms: roomsOf(role, choice), ...(address !== undefined && { email: address }) };
    invite.mutate(body, { onSuccess: (invited) => onMade({ invited, email: address }) });
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
      <div>
        <p className="mb-1.5 text-small font-semibold">{t('invite.way')}</p>
        <SegmentedControl
          label={t('invite.way')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'link', label: t('invite.byLink') },
            { value: 'mail', label: t('invite.byMail') },
          ]}
        />
      </div>
      {way === 'mail' && (
        <Field
          label={t('invite.email')}
          hint={t('invite.emailHint')}
          error={isNoAddress ? t('invite.emailInvalid') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              maxLength={254}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
      )}
      {invite.isError && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {words.ofService(invite.error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" pending={invite.isPending}>
          {t(way === 'mail' ? 'invite.send' : 'invite.make')}
        </Button>
      </div>
    </form>
  );
}
