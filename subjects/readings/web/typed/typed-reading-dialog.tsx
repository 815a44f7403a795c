import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseUnits, firstUtility, unitName } from '#catalogue/index.ts';
import { registerOf } from '#catalogue/registers.ts';
import { outbox } from '#shell/data/browser-outbox.ts';
import { ServiceError, type ServiceErrorCode } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import type { Household } from '#shell/household/memberships.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { instantOfClock } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormAlert } from '#shell/ui/field.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { undoRepair } from '../../contract/repairs.ts';
import { judgeReading } from '../../domain/typed-reading.ts';
import { MeterChoice, freshMeter, type TypedMeter } from './meter-choice.tsx';
import { LastReading, VerdictNote, WhenField } from './reading-notes.tsx';
import { RegisterInput, RegisterKeys, valueOf } from './register-input.tsx';
import { type TypedReading, typedReadings } from './typed-readings.ts';
import { type Seen, seenOf, useRegister } from './use-register.ts';

/** What it waits as: readings of one meter are sent in order. */
const subjectOf = (meter: number | string): string => `meter ${meter}`;

/** The id of the change that it is, null where that is not known; undefined: it waits for the connection. */
async function keepReading(reading: TypedReading): Promise<string | null | undefined> {
  const of = typeof reading.meter === 'number' ? reading.meter : reading.meter.device.id;
  const submitted = await outbox.submit(typedReadings, subjectOf(of), reading);
  if (submitted.status === 'sent') return submitted.answer as string | null;
  if (submitted.status === 'refused') throw new ServiceError(submitted.code as ServiceErrorCode, 0, submitted.code);
  if (submitted.status === 'not-kept') throw new ServiceError('network', 0, 'offline');
  return undefined;
}

export interface TypedReadingProps {
  /** Of one of these; none: of a meter that comes with its first reading. */
  meters: readonly TypedMeter[];
  onClose: () => void;
}

/** What a meter shows, typed as one reads it; what to think of it is told before it is kept. */
export default function TypedReadingDialog({ meters, onClose }: TypedReadingProps) {
  const { t } = useTranslation(['readings', 'errors', 'rooms']);
  const household = useHousehold().data;
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('typed.close')}
      title={t('typed.title')}
      className="sm:w-[min(32.5rem,calc(100vw-2rem))]"
    >
      {household && <ReadingForm meters={meters} household={household} onClose={onClose} />}
    </Dialog>
  );
}

interface ReadingFormProps extends TypedReadingProps {
  household: Household;
}

function ReadingForm({ meters, household, onClose }: ReadingFormProps) {
  const { t } = useTranslation('readings');
  const words = useFailureMessages();
  const format = useFormat();
  const tellKept = useTellKept();
  const userId = useUserId() ?? '';
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [meter, setMeter] = useState(meters[0]);
  const [fresh, setFresh] = useState(() => freshMeter(firstUtility, household, t));
  const [digits, setDigits] = useState('');
  const [said, setSaid] = useState<TypedReading['said']>();
  const [clock, setClock] = useState('');
  /** The first of this meter, taken a moment ago: another one makes it usage. */
  const [first, setFirst] = useState<Seen>();

  const { utility, name, unit } = meter ?? fresh;
  const register = registerOf(utility, unit, household.units);
  const chosen =
    clock === '' ? undefined : instantOfClock(clock.slice(0, 10), clock.slice(11, 16), household.time_zone);
  const at = chosen ?? serviceNow();
  const kept = first === undefined ? [] : [first];
  const before = useRegister({ meter: meter?.id, subject: subjectOf(meter?.id ?? fresh.id), at: chosen, kept });
  const value = valueOf(digits, register);
  const isAhead = at > serviceNow() + 60_000;
  // Of another one it is the date that tells which: the reading of now is there already.
  const isDated = first === undefined || chosen !== undefined;
  const verdict =
    value === undefined || before === undefined || !isDated
      ? undefined
      : judgeReading({ at: Math.floor(at / 1000), value }, before);
  const isRight = verdict?.kind === 'first' || verdict?.kind === 'use' || said !== undefined;
  const canSave = verdict !== undefined && isRight && !isAhead && name.trim() !== '';
  const type = (next: string) => {
    setDigits(next);
    setSaid(undefined);
  };

  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ reading }: Submission) => keepReading(reading),
    onSuccess: (id, { reading, isFirst }) => {
      if (!isFirst) {
        tellKept(id);
        return onClose();
      }
      setFirst(seenOf(reading));
      setClock('');
      type('');
    },
  });
  const submit = (amount: number) => {
    const shown = format.quantity(amount / baseUnits[register.unit], register.digits, unitName(register.unit)).text;
    const { id, room } = fresh;
    const device = { id, household_id: household.id, user_id: userId, name: name.trim(), room, utility };
    const reading = {
      meter: meter?.id ?? { device, unit: register.unit },
      at: new Date(at).toISOString(),
      value: amount,
      title: `${name.trim()}: ${shown}`,
    };
    // While it is under way it stands beside itself already, and would be none any more.
    save.mutate({ reading: { ...reading, ...(said && { said }) }, isFirst: verdict?.kind === 'first' });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && value !== undefined && !save.isPending) submit(value);
      }}
    >
      {first === undefined ? (
        <MeterChoice
          meters={meters}
          meter={meter}
          fresh={fresh}
          onMeter={(next) => {
            setMeter(next);
            type('');
          }}
          onFresh={(part) =>
            setFresh(part.utility === undefined ? { ...fresh, ...part } : freshMeter(part.utility, household, t))
          }
        />
      ) : (
        <FirstTaken isWaiting={save.data === undefined} />
      )}
      <RegisterInput
        register={register}
        digits={digits}
        onChange={type}
        describedBy={noteId}
        isWrong={verdict !== undefined && !isRight}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {first === undefined && <LastReading before={before} register={register} />}
        <WhenField clock={clock} isOpen={first !== undefined} isAhead={isAhead} onChange={setClock} />
      </div>
      <VerdictNote
        id={noteId}
        verdict={verdict}
        isDated={isDated || value === undefined}
        before={before}
        register={register}
        said={said}
        onSay={setSaid}
        onCorrect={() => {
          type('');
          form.current?.querySelector<HTMLElement>('[data-register]')?.focus();
        }}
      />
      <RegisterKeys digits={digits} onChange={type} />
      <FormAlert className="mt-3">{save.error !== null && words.ofThrown(save.error)}</FormAlert>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button type="submit" pending={save.isPending} disabled={!canSave} className="max-sm:min-h-13 max-sm:w-full">
          {t('typed.save')}
        </Button>
        <Button look="quiet" onClick={onClose} className="max-sm:hidden">
          {t(first === undefined ? 'typed.cancel' : 'typed.notNow')}
        </Button>
      </div>
    </form>
  );
}

interface Submission {
  reading: TypedReading;
  isFirst: boolean;
}

function FirstTaken({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useTranslation('readings');
  return (
    <div role="status" className="-mt-1 rounded-control bg-leaf-soft px-4 py-3">
      <p className="font-semibold text-leaf-deep">{t(isWaiting ? 'typed.first.waits' : 'typed.first.title')}</p>
      <p className="text-small">{t('typed.first.text')}</p>
    </div>
  );
}

/** Says that a reading was taken, or waits; one that was can be taken back. */
function useTellKept() {
  const { t } = useTranslation('readings');
  const words = useFailureMessages();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: (id: string) => callService(undoRepair, { params: { id } }),
    onSuccess: () => notify(t('typed.undone')),
    onError: (error) => notify(t('typed.undoFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => queries.invalidateQueries(),
  });
  return (id: string | null | undefined) => {
    if (id === undefined) notify(t('typed.waits'), t('typed.waitsText'));
    else if (id === null) notify(t('typed.kept'));
    else notifyWithAction(t('typed.kept'), { label: t('typed.undo'), onSelect: () => undo.mutate(id) });
  };
}
