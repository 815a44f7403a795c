/** On which floor a room lies, and in which house that: said of all of a home at once. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askTables } from '#shell/data/tables.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormAlert, TextField } from '#shell/ui/field.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { type Place, placesAround } from '#subjects/household/domain/places.ts';
import { compareRooms } from './device-queries.ts';

const noPlaces: readonly Place[] = [];
const wholeHome = 'whole_home';

/** What lies in what; none while it is not known. */
export const usePlaces = (): readonly Place[] => useLatestUsage().data?.places ?? noPlaces;

interface PlacesDialogProps {
  open: boolean;
  householdId: string;
  onClose: () => void;
}

export function PlacesDialog({ open, ...others }: PlacesDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog
      open={open}
      onClose={others.onClose}
      title={t('places.title')}
      description={t('places.text')}
      closeLabel={t('close')}
    >
      <PlacesForm {...others} />
    </Dialog>
  );
}

function PlacesForm({ householdId, onClose }: Omit<PlacesDialogProps, 'open'>) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const suggestions = useId();
  const { data: devices = [] } = useDevices();
  const known = usePlaces();
  // As they were when it was opened: what comes meanwhile must not move a name to another field.
  const [{ places, names }] = useState(() => ({
    places: known,
    names: namesIn(
      devices.map(({ room }) => room),
      known,
    ),
  }));
  const keep = useKeepPlaces(householdId);
  const placesIn = (values: Readonly<Record<string, string>>): Place[] =>
    names.flatMap((name, i) => {
      const inside = placeTyped(values[fieldOf(i)] ?? '', names, roomName);
      return inside === '' ? [] : [{ name, inside }];
    });
  const form = useForm<Record<string, string>>({
    values: Object.fromEntries(
      names.map((name, i) => [fieldOf(i), roomName(places.find((one) => one.name === name)?.inside ?? wholeHome)]),
    ),
    check: (values) => {
      const around = placesAround(placesIn(values));
      return Object.fromEntries(
        names.map((name, i) => [fieldOf(i), around(name).includes(name) ? t('places.ring') : undefined]),
      );
    },
    send: async (values) => {
      await keep(places, placesIn(values));
      onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      {names.map((name, i) => (
        <TextField
          key={name}
          {...form.field(fieldOf(i))}
          label={t('places.inside', { place: roomName(name) })}
          list={suggestions}
          maxLength={40}
        />
      ))}
      <datalist id={suggestions}>
        {[wholeHome, ...new Set([...places.map(({ inside }) => inside), t('places.ground'), t('places.upper')])].map(
          (one) => (
            <option key={one}>{roomName(one)}</option>
          ),
        )}
      </datalist>
      <FormAlert>{form.alert}</FormAlert>
      <div className="flex justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={form.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}

const fieldOf = (at: number): string => `place${at}`;

/** The rooms of devices and what they lie in; the whole home lies in nothing. */
function namesIn(rooms: readonly string[], places: readonly Place[]): string[] {
  const all = new Set([...rooms, ...places.flatMap(({ name, inside }) => [name, inside])]);
  return [...all].filter((name) => name !== '' && name !== wholeHome).sort(compareRooms);
}

/** A known room by its name in the language shown; empty: in the home, as everything is. */
function placeTyped(text: string, names: readonly string[], roomName: (room: string) => string): string {
  const typed = text.trim();
  const same = [wholeHome, ...names].find((name) => roomName(name).toLowerCase() === typed.toLowerCase());
  return same === wholeHome ? '' : (same ?? typed);
}

/** Answers what keeps other places than before, all that changed at once; what it did can be undone. */
function useKeepPlaces(household_id: string) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const change = async (before: readonly Place[], after: readonly Place[]) => {
    const isKept = ({ name, inside }: Place, among: readonly Place[]) =>
      among.some((one) => one.name === name && one.inside === inside);
    const gone = before.filter((one) => !isKept(one, after)).map(({ name }) => name);
    const added = after.filter((one) => !isKept(one, before));
    // What changes goes first: on the way to where they come, two would lie in each other.
    if (gone.length > 0)
      await askTables((tables) => tables.from('places').delete().eq('household_id', household_id).in('name', gone));
    if (added.length > 0)
      await askTables((tables) => tables.from('places').insert(added.map((one) => ({ ...one, household_id }))));
    for (const queryKey of [['latest'], ['analytics', household_id]]) await queryClient.invalidateQueries({ queryKey });
    return gone.length + added.length;
  };
  const undo = (before: readonly Place[], after: readonly Place[]) =>
    change(after, before).catch((error: unknown) => notify(t('places.failed'), words.ofThrown(error), 'alert'));
  return async (before: readonly Place[], after: readonly Place[]) => {
    if ((await change(before, after)) === 0) return;
    notifyWithAction(t('places.saved'), { label: t('moves.undo'), onSelect: () => void undo(before, after) });
  };
}
