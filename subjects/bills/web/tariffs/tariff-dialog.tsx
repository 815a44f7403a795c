import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormAlert } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { Household, TariffRow } from '#supabase/tables/index.ts';
import { billingKey } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { formOfPlan } from './charges/form-of-plan.ts';
import { useEntryCheck } from './check-answer.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { submitEntry, useFormText } from './submit-entry.ts';
import {
  asCharges,
  asText,
  beginsText,
  besideOwn,
  chargesOf,
  draftKey,
  type EntryFaults,
  type EntryTarget,
  freshEntry,
  isOwnEntry,
  isSameEntry,
  replacesText,
  switched,
  type TariffEntry,
  type Way,
} from './tariff-entry.ts';
import { fetchLibraryText, removeTariff } from './tariff-api.ts';
import { goToFault } from './text/text-panel.tsx';

interface TariffDialogProps {
  /** Left out: closed. */
  target: EntryTarget | undefined;
  tariffs: readonly TariffRow[];
  household: Household;
  /** From which day new prices are in force, unless the person says otherwise. */
  firstDay: string;
  onClose: () => void;
}

/** Where tariffs are entered and changed. What was begun is kept while the page is open: a stray Escape loses nothing. */
export function TariffDialog({ target, tariffs, household, firstDay, onClose }: TariffDialogProps) {
  const { t } = useTranslation('billing');
  const [drafts] = useState(() => new Map<string, TariffEntry>());
  // Starting over makes the form anew.
  const [attempt, setAttempt] = useState(0);
  const key = target === undefined ? '' : draftKey(target);
  const discard = () => drafts.delete(key);
  const form = (given: EntryTarget) => {
    const fresh = freshEntry(given, tariffs, household.units, firstDay);
    const kept = drafts.get(key);
    const begun = kept === undefined || isSameEntry(kept, fresh) ? undefined : kept;
    return (
      <TariffForm
        key={`${key} ${attempt}`}
        target={given}
        tariffs={tariffs}
        household={household}
        fresh={fresh}
        begun={begun && { ...begun, way: given.way ?? begun.way }}
        onChange={(entry) => drafts.set(key, entry)}
        onStartOver={() => {
          discard();
          setAttempt(attempt + 1);
        }}
        onDone={() => {
          discard();
          onClose();
        }}
      />
    );
  };
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={target?.tariff === undefined ? t('form.addTitle') : t('form.editTitle')}
      className="sm:w-[min(44rem,calc(100vw-2rem))] lg:has-[[data-wide]]:w-[min(70rem,calc(100vw-2rem))]"
    >
      {target && form(target)}
    </Dialog>
  );
}

interface TariffFormProps {
  target: EntryTarget;
  tariffs: readonly TariffRow[];
  household: Household;
  fresh: TariffEntry;
  /** What was begun before the dialog was closed. */
  begun: TariffEntry | undefined;
  onChange: (entry: TariffEntry) => void;
  onStartOver: () => void;
  /** Saved, or given up. */
  onDone: () => void;
}

const ways: readonly Way[] = ['prices', 'charges', 'library', 'text'];

function TariffForm({ target, tariffs, household, fresh, begun, onChange, onStartOver, onDone }: TariffFormProps) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureMessages();
  const queries = useQueryClient();
  const [isBegun] = useState(begun !== undefined);
  const [entry, setEntry] = useState(begun ?? fresh);
  const [faults, setFaults] = useState<EntryFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { tariff } = target;
  const charges = entry.way === 'charges' ? chargesOf(entry, target, household) : undefined;
  const checked = useEntryCheck(entry, tariff, household.id, charges?.ok ? charges.draft : undefined);
  const { chosen, text, own, read } = checked;

  const replace = (next: TariffEntry) => {
    setEntry(next);
    onChange(next);
  };
  const change = (part: Partial<TariffEntry>) => replace({ ...entry, ...part });
  const context = { target, fresh, tariffs, units: household.units, currency: household.currency };
  const save = useMutation({
    mutationFn: () => submitEntry(entry, { ...context, queries, householdId: household.id, text }),
    onSuccess: async (found) => {
      setFaults(found ?? {});
      if (found !== null) return;
      notify(t('form.saved'), t('form.savedText'));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const toText = useMutation({
    mutationFn: fetchLibraryText,
    onSuccess: (library) => change({ way: 'text', text: library }),
  });

  const go = (next: TariffEntry) => {
    setFaults({});
    save.reset();
    replace(next);
  };
  const isNew = tariff === undefined;
  const isOwn = isOwnEntry(entry, fresh, isNew);
  const ofPrices =
    entry.way === 'prices' ? chargesOf({ ...entry, draft: null, begin: null }, target, household) : undefined;
  const formText = useFormText({
    householdId: household.id,
    entry,
    charges: charges ?? ofPrices,
    onRead: (found) => go(switched(entry, 'text', found, isOwn)),
    // Nothing is stored that an empty text could be taken for.
    onRefused: (found) => (isNew ? go({ ...entry, way: 'text' }) : setFaults({ charges: found })),
  });
  const goTo = (way: Way) => {
    if (read === undefined && beginsText(entry, way, isOwn)) formText.ask();
    else go(switched(entry, way, read, isOwn));
  };

  // The first field that is wrong gets the focus, a text at the place of its fault.
  const isAsking = formText.isPending;
  useEffect(() => {
    if (isAsking) return;
    if (faults.text !== undefined && faults.text !== 'empty') goToFault(area.current, faults.text);
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults, isAsking]);

  const canSave = isAsking ? false : entry.way === 'library' ? chosen !== undefined : charges?.ok !== false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && canSave) save.mutate();
  };
  const isFromText = entry.way === 'text' || entry.way === 'library';
  // What the form cannot show is never put in place of what is there.
  const isFitForForm = isFromText && read !== undefined && (entry.draft === null || formOfPlan(read.plan).ok);
  // Another company's, for the same utility: what is changed of an own one is not put beside itself.
  const beside =
    isFromText && isNew && read !== undefined ? besideOwn(entry, read, tariffs, household.time_zone) : null;
  const failure = save.error ?? toText.error ?? formText.error ?? own.error;
  return (
    <form ref={form} className="space-y-5" onSubmit={submit} noValidate>
      {isBegun && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-leaf-soft px-3 text-small">
          {t('form.begun')}
          <Button look="quiet" size="small" onClick={onStartOver}>
            {t('form.startOver')}
          </Button>
        </p>
      )}
      <SegmentedControl<Way>
        label={t('form.way')}
        value={isAsking ? 'text' : entry.way}
        options={ways.map((way) => ({ value: way, label: t(`form.ways.${way}`) }))}
        onChange={goTo}
      />
      {isAsking ? (
        <Skeleton className="h-72" />
      ) : (
        <EntryPanel
          entry={entry}
          target={target}
          household={household}
          charges={charges}
          checked={checked}
          faults={faults}
          area={area}
          onChange={change}
          onFaults={setFaults}
          onText={() =>
            entry.text === null && isNew && entry.libraryId !== null ? toText.mutate(entry.libraryId) : goTo('text')
          }
        />
      )}
      <Suspense>{formText.isRefused && <NotYetNote />}</Suspense>
      <FormAlert>{failure !== null && ofThrown(failure)}</FormAlert>
      <TariffFormActions
        way={entry.way}
        isNew={isNew}
        canSave={canSave}
        isSaving={save.isPending}
        isFetchingText={toText.isPending}
        onCancel={onDone}
        onText={() => chosen && toText.mutate(chosen.id)}
      >
        {beside && (
          <Button look="secondary" onClick={() => go(beside)}>
            {t('library.beside')}
          </Button>
        )}
        {isFitForForm && (
          <GoOnButton to="form" isReplacing={entry.draft !== null} onGo={() => go(asCharges(entry, read))} />
        )}
        {entry.way === 'charges' && read !== undefined && (
          <GoOnButton to="text" isReplacing={replacesText(entry, read)} onGo={() => go(asText(entry, read))} />
        )}
      </TariffFormActions>
    </form>
  );
}

/** Why the charges do not go on as text. */
function NotYetNote() {
  const { t } = useTranslation('billing-charges');
  return (
    <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
      {t('go.notYet')}
    </p>
  );
}

interface TariffFormActionsProps {
  way: Way;
  isNew: boolean;
  /** There is something to be saved: a tariff of the library has been chosen, the form can show the charges. */
  canSave: boolean;
  isSaving: boolean;
  isFetchingText: boolean;
  onCancel: () => void;
  onText: () => void;
  /** Other ways to go on with what is entered. */
  children: ReactNode;
}

function TariffFormActions(props: TariffFormActionsProps) {
  const { way, isNew, canSave, isSaving, isFetchingText, onCancel, onText, children } = props;
  const { t } = useTranslation('billing');
  const isLibrary = way === 'library';
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {isLibrary && canSave && (
        <Button look="secondary" pending={isFetchingText} onClick={onText}>
          {t('library.asText')}
        </Button>
      )}
      <Suspense>{children}</Suspense>
      {canSave && (
        <Button type="submit" pending={isSaving}>
          {isLibrary ? t('library.use') : isNew ? t('form.add') : t('form.save')}
        </Button>
      )}
    </div>
  );
}

interface GoOnButtonProps {
  to: 'text' | 'form';
  /** Something else is there already, and would be gone. */
  isReplacing: boolean;
  onGo: () => void;
}

/** From the form to the text, or from a text to the form. */
function GoOnButton({ to, isReplacing, onGo }: GoOnButtonProps) {
  const { t } = useTranslation('billing-charges');
  const words = isReplacing ? (['go.replaceText', 'go.replaceForm'] as const) : (['go.text', 'go.form'] as const);
  return (
    <Button look="secondary" onClick={onGo}>
      {t(to === 'text' ? words[0] : words[1])}
    </Button>
  );
}

/** Asks before prices go, and says what becomes of their bills. */
export function RemoveTariffDialog({ tariff, onClose }: { tariff: TariffRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { day, words } = useBillFormat();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: removeTariff,
    onSuccess: async () => {
      notify(t('remove.done'));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: () => notify(t('remove.failed'), undefined, 'alert'),
  });
  return (
    <ConfirmDialog
      open={tariff !== undefined}
      title={
        tariff === undefined
          ? ''
          : t('remove.title', {
              name: words(tariff.plan.name),
              when: t('tariffs.since', { day: day(tariff.valid_from) }),
            })
      }
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => tariff !== undefined && remove.mutate(tariff)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmDialog>
  );
}
