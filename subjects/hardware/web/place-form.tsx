import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Household, membershipsKey } from '#shell/household/memberships.ts';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field, Input } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { savePlace } from './schedules/schedule-api.ts';

/** Where the home stands, asked for when it is needed first; `text`: what for. */
export function PlaceForm({ household, text }: { household: Household; text: string }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const isOwner = useUserId() === household.owner_id;
  const [latitude, setLatitude] = useState('');
  const [longitude, setLongitude] = useState('');
  const save = useMutation({
    mutationFn: () => savePlace(household, Number(latitude), Number(longitude)),
    onError: (error) => notify(t('schedules.failed'), words.ofThrown(error), 'alert'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [membershipsKey] }),
  });
  if (!isOwner) return <p className="text-small text-ink-soft">{t('schedules.place.onlyOwner')}</p>;
  const isPlace = isBetween(latitude, 90) && isBetween(longitude, 180);
  const locate = () =>
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => {
        setLatitude(coords.latitude.toFixed(2));
        setLongitude(coords.longitude.toFixed(2));
      },
      () => notify(t('schedules.place.refused'), t('schedules.place.byHand'), 'alert'),
    );
  return (
    <fieldset className="rounded-control border border-line bg-paper p-4">
      <legend className="px-1 text-small font-semibold">{t('schedules.place.title')}</legend>
      <p className="mb-3 text-small text-ink-soft">{text}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('schedules.place.latitude')} className="w-28">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={latitude}
              placeholder="18.52"
              onChange={(event) => setLatitude(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('schedules.place.longitude')} className="w-28">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={longitude}
              placeholder="73.86"
              onChange={(event) => setLongitude(event.target.value)}
            />
          )}
        </Field>
        <Button look="quiet" icon={<LocateFixed className="size-5" aria-hidden />} onClick={locate}>
          {t('schedules.place.here')}
        </Button>
        <Button look="secondary" disabled={!isPlace} pending={save.isPending} onClick={() => save.mutate()}>
          {t('form.save')}
        </Button>
      </div>
    </fieldset>
  );
}

function isBetween(text: string, most: number): boolean {
  return text.trim() !== '' && Math.abs(Number(text)) <= most;
}
