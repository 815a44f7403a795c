import type { HouseholdPerson } from '../contract/household.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { environment } from '#shell/data/env.ts';
import type { Household } from '#shell/household/memberships.ts';
import type { Rights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useOnline } from '#shell/data/online.ts';
import type { SessionUser } from '#shell/session/session.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { householdCalls, useHomeName, useHouseholdAction, usePeople } from './household-api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog, PersonRow } from './person-row.tsx';
import { TypedConfirm } from './ending-card.tsx';
import { TokensChoice, type TokensFate } from './tokens-choice.tsx';

export interface PeopleCardProps {
  household: Household;
  user: SessionUser;
  rights: Rights;
}

type Task = { kind: 'change' | 'transfer' | 'remove'; person: HouseholdPerson };

/** Who shares this household, and what each may do. The owner invites, changes and removes; the others see it. */
export function PeopleCard({ household, user, rights }: PeopleCardProps) {
  const { t } = useTranslation('household');
  const people = usePeople(household.id);
  const online = useOnline();
  const [isInviting, setInviting] = useState(false);
  const [task, setTask] = useState<Task>();
  const mayShare = rights.mayShare && !user.isGuest;
  const invite = mayShare && (
    <Button icon={<UserPlus className="size-5" aria-hidden />} disabled={!online} onClick={() => setInviting(true)}>
      {t('invite.open')}
    </Button>
  );
  // A guest's address is made up, and nobody's name.
  const name = (person: HouseholdPerson) =>
    person.name || (user.isGuest && person.userId === user.id ? t('guest.name') : person.email) || t('noName');
  if (people.data === undefined)
    return (
      <Card title={t('list.title')}>
        {people.error === null ? (
          <Skeleton className="h-40" />
        ) : (
          <LoadFailure error={people.error} onRetry={() => void people.refetch()} />
        )}
      </Card>
    );
  const isAlone = people.data.length === 1;
  return (
    <Card title={t('list.title')} aside={t('people', { count: people.data.length })}>
      <ul className="-mt-2" aria-label={t('list.title')}>
        {people.data.map((person) => (
          <PersonRow
            key={person.userId}
            person={person}
            name={name(person)}
            isSelf={person.userId === user.id}
            isGuest={user.isGuest && person.userId === user.id}
            actions={
              mayShare && online && person.role !== 'owner'
                ? {
                    onChange: () => setTask({ kind: 'change', person }),
                    onTransfer: () => setTask({ kind: 'transfer', person }),
                    onRemove: () => setTask({ kind: 'remove', person }),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {isAlone && mayShare && (
        <StatePanel kind="empty" title={t('list.alone')} text={t('list.aloneText')} actions={invite} className="py-6" />
      )}
      {!isAlone && <div className="mt-4 empty:hidden">{invite}</div>}
      {!rights.mayShare && <p className="mt-4 text-small text-ink-soft">{t('list.onlyOwner')}</p>}
      {user.isGuest && <GuestNote />}
      <InviteDialog open={isInviting} householdId={household.id} onClose={() => setInviting(false)} />
      <Tasks household={household} task={task} name={task === undefined ? '' : name(task.person)} onDone={setTask} />
    </Card>
  );
}

function GuestNote() {
  const { t } = useTranslation('household');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p className="text-ink-soft">{t('guest.text')}</p>
      {environment().keepsGuests && (
        <Link to="/profile" className={buttonStyle({ look: 'secondary' })}>
          {t('guest.keep')}
        </Link>
      )}
    </div>
  );
}

interface TasksProps {
  household: Household;
  task: Task | undefined;
  name: string;
  onDone: (next: undefined) => void;
}

/** The dialogs of what the owner does to somebody. */
function Tasks({ household, task, name, onDone }: TasksProps) {
  const { t } = useTranslation('household');
  const close = () => onDone(undefined);
  const home = useHomeName()(household);
  const userId = task?.person.userId ?? '';
  const transfer = useHouseholdAction(() => householdCalls.transfer(household.id, userId), {
    done: () => t('transfer.done', { name, household: home }),
    failed: t('transfer.failed'),
  });
  return (
    <>
      <MemberDialog
        householdId={household.id}
        person={task?.kind === 'change' ? task.person : undefined}
        name={name}
        onClose={close}
      />
      <RemovePersonDialog
        householdId={household.id}
        person={task?.kind === 'remove' ? task.person : undefined}
        name={name}
        onClose={close}
      />
      <TypedConfirm
        open={task?.kind === 'transfer'}
        title={t('transfer.ask', { name, household: home })}
        text={t('transfer.text', { name })}
        household={home}
        confirmLabel={t('transfer.confirm')}
        isPending={transfer.isPending}
        onConfirm={() => transfer.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}

interface RemovePersonDialogProps {
  householdId: string;
  /** Left out: closed. */
  person: HouseholdPerson | undefined;
  name: string;
  onClose: () => void;
}

/** Puts somebody out of the household, and says what of theirs would go on. */
function RemovePersonDialog({ householdId, person, name, onClose }: RemovePersonDialogProps) {
  const { t } = useTranslation('household');
  const [fate, setFate] = useState<TokensFate>('end');
  const tokens = person?.tokens ?? [];
  const count = tokens.length;
  // What was chosen for one person does not hold for the next.
  const close = () => {
    setFate('end');
    onClose();
  };
  const remove = useHouseholdAction(
    () => householdCalls.remove(householdId, person?.userId ?? '', count > 0 ? fate : undefined),
    { done: () => t('remove.done', { name }), failed: t('remove.failed', { name }) },
  );
  return (
    <ConfirmDialog
      open={person !== undefined}
      title={t('remove.ask', { name })}
      confirmLabel={t('remove.confirm', { name })}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      onClose={close}
    >
      <p>{t('remove.text', { name })}</p>
      {count > 0 && (
        <TokensChoice
          tokens={tokens}
          text={t('remove.tokens', { name, count })}
          keepLabel={t('remove.keepTokens', { count })}
          hints={{ end: t('remove.endHint', { count }), keep: t('remove.keepHint', { count }) }}
          value={fate}
          onChange={setFate}
        />
      )}
    </ConfirmDialog>
  );
}
