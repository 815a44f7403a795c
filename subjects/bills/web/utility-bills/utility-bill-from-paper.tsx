import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, FileScan, FileUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { FileArea, Progress } from '#shell/ui/file-transfer.tsx';
import type { Household, TariffRow } from '#supabase/tables/index.ts';
import {
  type ComparedPaper,
  type PaperFault,
  paperFaults,
  readPaperBill,
  type ReadPaperBill,
} from '../../contract/paper-bill.ts';
import { billingKey } from '../billing-queries.ts';
import { useBillLines } from '../bills/bill-line-text.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { PaperPicture } from './paper-place.tsx';
import { type Corrected, PaperCorrected, PaperPrice } from './paper-price.tsx';
import type { UtilityBillDraft } from './utility-bill-draft.ts';
import { fillFromPaper, type PaperOfForm } from './utility-bill-paper.ts';
import { signedMoney } from './utility-bill-reconcile.tsx';

interface UtilityBillFromPaperProps {
  household: Household;
  tariffs: readonly TariffRow[];
  draft: UtilityBillDraft;
  /** The currency that the form is in. */
  currency: string;
  mayDelete: boolean;
  paper: PaperOfForm | undefined;
  onPaper: (paper: PaperOfForm | undefined) => void;
  onFill: (draft: UtilityBillDraft) => void;
}

/** What the service's detail begins with. */
function faultOf(error: unknown): PaperFault | undefined {
  if (!(error instanceof ServiceError) || error.code !== 'paper-unreadable') return undefined;
  const fault = error.message.split(':')[0] ?? '';
  return fault in paperFaults ? (fault as PaperFault) : undefined;
}

/** Above the form: a bill that is a PDF is read by the household's own service, fills in the form, and stands beside ours line by line. */
export function UtilityBillFromPaper(props: UtilityBillFromPaperProps) {
  const { household, tariffs, draft, currency, paper, onPaper, onFill } = props;
  const { t } = useTranslation('utility-bills');
  const { ofThrown } = useFailureMessages();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (file: File) =>
    callService(readPaperBill, {
      body: file,
      headers: { 'Content-Type': 'application/pdf' },
      query: { household: household.id },
    });
  const look = useMutation({
    mutationFn: ask,
    onMutate: () => {
      onPaper(undefined);
      setCorrected(undefined);
    },
    onSuccess: (read, file) => {
      const filled = fillFromPaper(read, draft, tariffs);
      const note = draft.note === '' ? { note: t('told.noted', { file: file.name }) } : {};
      const before = Object.fromEntries(Object.entries(draft).filter(([field]) => field in filled || field in note));
      onPaper({ file, read, isKept: true, filled, before });
      onFill({ ...draft, ...filled, ...note });
    },
    onError: (error, file) => {
      const fault = faultOf(error);
      // What is sound and cannot be read may be kept all the same.
      if (fault !== undefined && fault !== 'broken')
        onPaper({ file, read: undefined, isKept: true, filled: {}, before: {} });
    },
  });
  const queries = useQueryClient();
  const [corrected, setCorrected] = useState<Corrected>();
  const again = useMutation({
    mutationFn: async (file: File) => {
      await queries.invalidateQueries({ queryKey: billingKey });
      return ask(file);
    },
    onSuccess: (read) => paper !== undefined && onPaper({ ...paper, read }),
  });
  const takeBack = () => {
    if (paper !== undefined) onFill({ ...draft, ...paper.before });
    onPaper(undefined);
    look.reset();
  };
  const fault = faultOf(look.error);
  const refusal = look.error === null ? undefined : fault ? t(`paper.refused.${fault}`) : ofThrown(look.error);
  return (
    <section className="rounded-card bg-paper px-4 py-2" aria-label={t('paper.open')}>
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-11 w-full items-center gap-2 rounded-control text-left font-semibold text-leaf"
        onClick={() => setIsOpen(!isOpen)}
      >
        <FileScan className="size-5 shrink-0" aria-hidden />
        <span className="flex-1">{t('paper.open')}</span>
        <ChevronDown className={classNames('size-5 shrink-0', isOpen && 'rotate-180')} aria-hidden />
      </button>
      {isOpen && (
        <div className="space-y-3 pt-1 pb-2">
          <PaperChoice
            name={look.variables?.name}
            error={refusal}
            isPending={look.isPending}
            onFile={(file) => look.mutate(file)}
          />
          {look.isPending && <Progress label={t('paper.reading', { file: look.variables.name })} />}
          {paper?.read !== undefined && (
            <PaperRead
              {...props}
              file={paper.file}
              read={paper.read}
              currency={currency}
              isCorrected={corrected !== undefined}
              onCorrected={(made) => {
                setCorrected(made);
                again.mutate(paper.file);
              }}
            />
          )}
          {paper !== undefined && corrected !== undefined && (
            <PaperCorrected
              household={household}
              corrected={corrected}
              mayDelete={props.mayDelete}
              onUndone={() => {
                setCorrected(undefined);
                again.mutate(paper.file);
              }}
            />
          )}
          {paper !== undefined && (
            <>
              {paper.read === undefined && <PaperPicture file={paper.file} place={null} name={paper.file.name} />}
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-leaf"
                  checked={paper.isKept}
                  onChange={({ target }) => onPaper({ ...paper, isKept: target.checked })}
                />
                {t('paper.keep')}
              </label>
              <Button look="quiet" size="small" className="-ml-3" onClick={takeBack}>
                {t('told.takeBack')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

interface PaperChoiceProps {
  name: string | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: File) => void;
}

function PaperChoice({ name, error, isPending, onFile }: PaperChoiceProps) {
  const { t } = useTranslation('utility-bills');
  const id = useId();
  return (
    <div>
      <FileArea
        id={id}
        isBusy={isPending}
        className="gap-3 px-4 py-3"
        accept=".pdf,application/pdf"
        aria-label={t('paper.choose')}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
        onFiles={([file]) => file && onFile(file)}
      >
        <FileUp className="size-6 shrink-0 text-leaf" aria-hidden />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name ?? t('paper.choose')}</span>
          <span id={`${id}-hint`} className="block text-small text-ink-soft">
            {t(name === undefined ? 'paper.chooseHint' : 'told.chooseOther')}
          </span>
        </span>
      </FileArea>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface PaperReadProps extends UtilityBillFromPaperProps {
  file: File;
  read: ReadPaperBill;
  /** Its price was taken: it is not offered again while the paper is read once more. */
  isCorrected: boolean;
  onCorrected: (corrected: Corrected) => void;
}

/** What was read, and how it stands to ours. */
function PaperRead(props: PaperReadProps) {
  const { file, read, currency, draft } = props;
  const { bill, compared, notCompared } = read;
  const { t } = useTranslation('utility-bills');
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const isOtherMoney = bill.currency !== undefined && bill.currency !== currency;
  const isOtherUtility = compared !== null && compared.utility !== draft.utility;
  const why = isOtherMoney ? 'other-currency' : isOtherUtility ? 'which' : notCompared;
  return (
    <div className="space-y-3" data-paper-read>
      <p ref={ref} tabIndex={-1} className="wrap-anywhere outline-none">
        {t('told.filled', { file: file.name })}
      </p>
      {why !== null ? (
        <p className="rounded-control bg-power-soft px-3 py-2 text-small">
          {t(`paper.why.${why}`, { theirs: bill.currency ?? '', ours: currency })}
        </p>
      ) : (
        compared !== null && <PaperCompared {...props} compared={compared} />
      )}
    </div>
  );
}

/** The three parts of the difference, and each line beside ours. */
function PaperCompared({ compared, ...props }: PaperReadProps & { compared: ComparedPaper }) {
  const { bill } = props.read;
  const { ours, lines, pairs, residuals, currency, correction } = compared;
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(currency);
  const { label } = useBillLines(currency);
  const signed = (amount: number | string) => signedMoney(String(amount), currency, write.format.locale);
  const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + Number(amount), 0);
  const printedAt = (indices: readonly number[]) => indices.flatMap((i) => bill.lines[i] ?? []);
  const rows = [
    ...pairs.map(({ printed, ours: own }) => ({
      printed: printedAt(printed),
      ours: own.flatMap((i) => lines[i] ?? []),
    })),
    ...bill.lines.flatMap((line, i) =>
      pairs.some(({ printed }) => printed.includes(i)) ? [] : [{ printed: [line], ours: [] }],
    ),
    ...lines.flatMap((line, i) =>
      Number(line.amount) === 0 || pairs.some(({ ours: own }) => own.includes(i))
        ? []
        : [{ printed: [], ours: [line] }],
    ),
  ];
  const figures = {
    theirs: write.period(bill.from ?? ours.start, bill.to ?? ours.end),
    ours: write.period(ours.start, ours.end),
  };
  return (
    <>
      <h3 className="font-semibold">{t('paper.difference')}</h3>
      <ul className="text-small">
        {(['days', 'use', 'price'] as const).map((part) => (
          <li key={part} className="flex justify-between gap-4 border-b border-line py-1.5" data-residual={part}>
            <span>{t(`paper.residual.${part}`, figures)}</span>
            <span className="figures font-[650]">{signed(residuals[part])}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 py-1.5 font-semibold">
          {t('reconcile.sum')}
          <span className="figures">{signed(sum(Object.values(residuals)))}</span>
        </li>
      </ul>
      {correction !== null && !props.isCorrected && (
        <PaperPrice {...props} compared={compared} correction={correction} />
      )}
      <table className="w-full text-small">
        <caption className="pb-1 text-left font-semibold">{t('paper.lines')}</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-soft">
            <th scope="col" className="pr-2 pb-1 font-normal">
              {t('paper.line')}
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              {t('paper.printed')}
            </th>
            <th scope="col" className="pb-1 pl-2 text-right font-normal">
              {t('reconcile.ours')}
            </th>
            <th scope="col" className="pb-1 pl-2 text-right font-normal">
              {t('paper.off')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ printed, ours: own }, i) => {
            const [theirs, calculated] = [
              sum(printed.map(({ amount }) => amount)),
              sum(own.map(({ amount }) => amount)),
            ];
            return (
              // Two lines of a bill may say the same.
              <tr key={i} className="border-b border-line align-top last:border-b-0" data-paper-line>
                <th scope="row" className="py-1 pr-2 text-left font-normal wrap-anywhere">
                  {printed.map(({ text }, k) => (
                    <bdi key={k} className="block">
                      {text}
                    </bdi>
                  ))}
                  {own.map((line, k) => (
                    <span key={k} className="block text-ink-soft">
                      {label(line)}
                    </span>
                  ))}
                </th>
                <td className="figures py-1 text-right whitespace-nowrap">
                  {printed.length === 0 ? '–' : write.money(theirs)}
                </td>
                <td className="figures py-1 pl-2 text-right whitespace-nowrap">
                  {own.length === 0 ? '–' : write.money(calculated)}
                </td>
                <td className="figures py-1 pl-2 text-right whitespace-nowrap">
                  {printed.length === 0 || own.length === 0 ? '–' : signed(theirs - calculated)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-small text-ink-soft">{t('paper.linesText')}</p>
    </>
  );
}
