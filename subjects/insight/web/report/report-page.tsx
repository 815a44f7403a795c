import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { utilities } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { useConnection } from '#shell/data/online.ts';
import { callService, fetchService } from '#shell/data/service.ts';
import { useHousehold, useNameAmongSeveral } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { regionalOf } from '#shell/text/format.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { readReport, readReportPaper, type ReportAnswer } from '../../contract/report.ts';
import {
  periodAt,
  type PeriodKind,
  periodKinds,
  periodOf,
  type ReportPeriod,
  shiftPeriod,
} from '../../domain/report/period.ts';
import { type ReportLine, tellReport } from '../../domain/report/report-lines.ts';
import { createReportWriter, type ReportWriter } from '../../domain/report/report-writer.ts';
import { ReportBars } from './report-bars.tsx';
import { ReportRooms } from './report-rooms.tsx';

/** A week, a month or a year of the home: what the mail on Monday says, and where it went. */
export function ReportPage() {
  const { t } = useTranslation(['report', 'advice', 'notice-texts', 'rooms', 'errors']);
  const home = useNameAmongSeveral();
  const { data: household } = useHousehold();
  const today = localDayOf(useNow(60_000), regionalOf(household).timeZone);
  const { period: name = '' } = useParams();
  const period = periodOf(name);
  const shown = period ?? periodAt('week', addDays(today, -7));
  return (
    <MemberPage
      title={t(`title.${shown.kind}`)}
      subtitle={[t('page.subtitle'), home].filter(Boolean).join(' · ')}
      back={{ to: '/notices', label: t('page.back') }}
      signedOut={{ title: t('page.signedOut.title'), text: t('page.signedOut.text') }}
      skeleton={<ReportSkeleton />}
    >
      <Controls period={shown} today={today} />
      {period === null ? (
        <Card>
          <StatePanel
            kind="empty"
            title={t('page.wrongTitle')}
            text={t('page.wrongText')}
            actions={
              <Link className="font-semibold text-leaf underline-offset-4 hover:underline" to={`/report/${shown.name}`}>
                {t('page.latest')}
              </Link>
            }
          />
        </Card>
      ) : (
        <Report key={period.name} period={period} today={today} />
      )}
    </MemberPage>
  );
}

interface ControlsProps {
  period: ReportPeriod;
  today: string;
}

/** Week, month or year, and the one before or after. */
function Controls({ period, today }: ControlsProps) {
  const { t } = useTranslation('report');
  const navigate = useNavigate();
  const writer = useReportWriter();
  const open = ({ name }: ReportPeriod) => void navigate(`/report/${name}`, { state: { stays: true } });
  const last = addDays(period.end, -1);
  const ofKind = (kind: PeriodKind) => periodAt(kind, last < today ? last : today);
  return (
    <section aria-label={t('page.kind')} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SegmentedControl
        label={t('page.kind')}
        value={period.kind}
        options={periodKinds.map((value) => ({ value, label: t(`page.${value}`) }))}
        onChange={(kind) => open(ofKind(kind))}
      />
      <div className="flex items-center">
        <IconButton
          label={t('page.previous')}
          icon={<ChevronLeft className="size-5" aria-hidden />}
          onClick={() => open(shiftPeriod(period, -1))}
        />
        <p aria-live="polite" className="figures min-w-34 text-center font-semibold">
          {writer.period(period)}
        </p>
        <IconButton
          label={t('page.next')}
          icon={<ChevronRight className="size-5" aria-hidden />}
          disabled={period.end > today}
          onClick={() => open(shiftPeriod(period, 1))}
        />
      </div>
    </section>
  );
}

/** Writes as the home of the reader does. */
function useReportWriter(): ReportWriter {
  const { t } = useTranslation('report');
  const { t: ofAdvice } = useTranslation('advice');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return createReportWriter(
    (word, values) => t(word, { ...values }),
    (word, values) => ofAdvice(word, { ...values }),
    { language, ...regionalOf(household) },
  );
}

function Report({ period, today }: ControlsProps) {
  const { t } = useTranslation(['report', 'notice-texts']);
  const { data: household } = useHousehold();
  const isOnline = useConnection() === 'online';
  const answer = useQuery({
    queryKey: ['report', household?.id ?? null, period.name],
    queryFn: ({ signal }) =>
      callService(readReport, { params: { household: household?.id ?? '', period: period.name }, signal }),
    meta: keptOffline,
    enabled: household !== undefined && household !== null && period.start <= today,
  });
  if (period.start > today)
    return (
      <Card>
        <StatePanel kind="empty" title={t('page.comingTitle')} text={t('page.comingText')} />
      </Card>
    );
  if (answer.isError && answer.data === undefined)
    return (
      <Card>
        <LoadFailure error={answer.error} onRetry={() => void answer.refetch()} />
      </Card>
    );
  if (answer.data === undefined) return <ReportSkeleton />;
  if (answer.data.report === null)
    return (
      <Card>
        <StatePanel kind="empty" title={t('page.noneTitle')} text={t('page.noneText')} />
      </Card>
    );
  return (
    <>
      {!isOnline && <p className="mb-3 text-small text-ink-soft">{t('notice-texts:maybeOld')}</p>}
      <ReportSheet answer={answer.data} report={answer.data.report} />
    </>
  );
}

interface ReportSheetProps {
  answer: ReportAnswer;
  report: NonNullable<ReportAnswer['report']>;
}

function ReportSheet({ answer, report }: ReportSheetProps) {
  const { t } = useTranslation('report');
  const writer = useReportWriter();
  const told = tellReport({ report, bill: answer.bill, writer });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[7fr_5fr]">
      <Card title={told.heading}>
        <p className={report.money === null ? 'text-second' : 'text-lead'}>
          <Link to={told.href} className="figures underline-offset-4 hover:underline">
            {told.lead}
          </Link>
        </p>
        {told.text !== '' && <p className="figures mt-1 text-ink-soft">{told.text}</p>}
        <ReportBars report={report} writer={writer} />
        <ReportLines lines={told.lines} />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <PaperButton household={answer.household} period={report.period} />
        </div>
      </Card>
      <div className="grid gap-4">
        <Card title={t('page.rooms')}>
          <ReportRooms report={report} writer={writer} />
        </Card>
        <p className="px-1 text-small text-ink-soft">{t('foot')}</p>
      </div>
    </div>
  );
}

const stripeOf = ({ utility }: ReportLine): string => (utility === null ? 'bg-leaf' : utilities[utility].look.fill);

/** Each with its figure; its title leads to the page that shows it. */
function ReportLines({ lines }: { lines: readonly ReportLine[] }) {
  return (
    <ul className="mt-6 grid gap-4">
      {lines.map((line) => (
        <li key={line.kind + line.utility} className="flex gap-3.5" data-report-line={line.utility ?? line.kind}>
          <span aria-hidden className={classNames('w-1.5 shrink-0 rounded-full', stripeOf(line))} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={line.href}
                className="relative font-semibold wrap-anywhere underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:underline"
              >
                {line.title}
              </Link>
              <span className="figures text-[1.25rem] leading-tight font-[650]">{line.figure}</span>
            </div>
            {line.text !== '' && <p className="figures mt-0.5 text-ink-soft">{line.text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function PaperButton({ household, period }: { household: string; period: string }) {
  const { t } = useTranslation('report');
  const language = useLanguage();
  const messages = useFailureMessages();
  const paper = useMutation({
    mutationFn: async () => {
      const answer = await fetchService(readReportPaper, { params: { household, period }, query: { language } });
      saveFile(await answer.blob(), `wattershed-${period}.pdf`);
    },
    onError: (error) => notify(t('page.pdfFailed'), messages.ofThrown(error), 'alert'),
  });
  return (
    <Button
      look="secondary"
      pending={paper.isPending}
      icon={<FileDown className="size-5" aria-hidden />}
      onClick={() => paper.mutate()}
    >
      {t('page.pdf')}
    </Button>
  );
}

/** The sheet at about its final size. */
function ReportSkeleton() {
  return (
    <div aria-busy="true" className="grid items-start gap-4 lg:grid-cols-[7fr_5fr]">
      <Skeleton className="h-160 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}
