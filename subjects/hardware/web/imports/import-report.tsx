import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { baseUnits, unitName, utilities } from '#catalogue/index.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Progress } from '#shell/ui/file-transfer.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { type ImportOptions, type ImportReport, readImport } from '#subjects/readings/contract/imports.ts';
import { beginImport, useCostText } from './import-api.ts';
import { UndoImport } from './import-history.tsx';

const askEveryMs = 400;

interface ImportProgressProps {
  id: string;
  fileName: string;
  onAgain: () => void;
}

/** The import while it runs, and what it brought when it is done. */
export function ImportProgress({ id, fileName, onAgain }: ImportProgressProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const queryClient = useQueryClient();
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => callService(readImport, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? askEveryMs : false),
  });
  const isOver = report !== undefined && !isRunning(report);
  useEffect(() => {
    if (!isOver) return;
    for (const queryKey of [
      ['devices'],
      ['meters'],
      ['latest'],
      ['usage'],
      ['quarantine'],
      ['imports'],
      ['readings'],
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [isOver, queryClient]);

  if (error !== null && report === undefined) {
    return (
      <Card>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div className="space-y-4">
      <Card title={fileName}>
        {isOver ? (
          <Outcome report={report} fileName={fileName} onAgain={onAgain} />
        ) : report?.state === 'undoing' ? (
          <Progress
            label={t('import.undoing')}
            text={t('import.takenBack', { count: report.takenBack, readings: format.number(report.takenBack) })}
          />
        ) : (
          <>
            <Progress
              label={t('import.running')}
              {...(report !== undefined && {
                value: report.bytesRead / Math.max(1, report.bytes),
                text: t('import.rows', { count: report.rows, rows: format.number(report.rows) }),
              })}
            />
            <div className="mt-4">
              <UndoImport id={id} fileName={fileName} look="cancel" />
            </div>
          </>
        )}
      </Card>
      {isOver && report.state !== 'undone' && report.totals.length > 0 && <TotalsCard report={report} />}
      {isOver && report.state !== 'undone' && report.overlaps.length > 0 && <OverlapsCard report={report} />}
      {isOver && report.problems.length > 0 && <ProblemsCard report={report} />}
    </div>
  );
}

function isRunning({ state }: ImportReport): boolean {
  return state === 'running' || state === 'undoing';
}

function Outcome({ report, fileName, onAgain }: { report: ImportReport; fileName: string; onAgain: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const isUndone = report.state === 'undone';
  const isDone = report.state === 'done' || isUndone;
  const Icon = isDone ? CircleCheck : TriangleAlert;
  return (
    <div role="status" data-import={report.state}>
      <p className="flex items-center gap-3">
        <Icon className={isDone ? 'size-7 text-leaf' : 'size-7 text-alert'} aria-hidden />
        <strong className="text-[1.25rem] leading-tight font-[650]">
          {t(isUndone ? 'import.undone' : isDone ? 'import.done' : 'import.failed')}
        </strong>
      </p>
      {report.error !== null && <p className="mt-2 text-alert">{t(`import.error.${report.error}`)}</p>}
      {isUndone && (
        <p className="figures mt-2 text-ink-soft">
          {t('import.takenBack', { count: report.takenBack, readings: format.number(report.takenBack) })}
        </p>
      )}
      {!isUndone && (
        <div className="mt-4">
          <ReportCounts report={report} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard" className={buttonStyle()}>
          {t('connect.toDashboard')}
        </Link>
        <Button look="secondary" onClick={onAgain}>
          {t('import.again')}
        </Button>
        {!isUndone && report.accepted > 0 && <UndoImport id={report.id} fileName={fileName} />}
      </div>
    </div>
  );
}

/** What became of its readings, or would. */
function ReportCounts({ report }: { report: ImportReport }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const counts = [
    { label: t('import.rowsRead'), value: report.rows },
    { label: t(report.isDryRun ? 'import.toAccept' : 'import.accepted'), value: report.accepted },
    { label: t('import.duplicate'), value: report.duplicate },
    { label: t('import.conflicts'), value: report.conflicts },
    { label: t(report.isDryRun ? 'import.toReject' : 'import.rejected'), value: report.rejected - report.conflicts },
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {counts.map(({ label, value }) => (
        <div key={label}>
          <dd className="figures text-second">{format.number(value)}</dd>
          <dt className="text-small text-ink-soft">{label}</dt>
        </div>
      ))}
    </dl>
  );
}

/** `isAhead`: nothing came in yet. */
function TotalsCard({ report, isAhead = false }: { report: ImportReport; isAhead?: boolean }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const cost = useCostText()(report.costs);
  const usedText = ({ utility, used }: ImportReport['totals'][number]) => {
    const unit = utilities[utility].usualUnit;
    return `${format.number(used / baseUnits[unit], 3, 3)}\u00a0${unitName(unit)}`;
  };
  return (
    <Card title={t(isAhead ? 'import.totalsAhead' : 'import.totals')}>
      <Table caption={t(isAhead ? 'import.totalsAhead' : 'import.totals')}>
        <thead>
          <tr>
            <HeaderCell>{t('import.column')}</HeaderCell>
            <HeaderCell>{t('connect.meter')}</HeaderCell>
            <HeaderCell>{t('import.period')}</HeaderCell>
            <HeaderCell numeric>{t('import.used')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {report.totals.map((total) => (
            <tr key={total.column}>
              <Cell>{total.column}</Cell>
              <Cell>
                <code>{total.meter}</code>
              </Cell>
              <Cell className="text-small text-ink-soft">
                {format.dateTime(Date.parse(total.firstTime))} –{' '}
                {format.date(Date.parse(total.lastTime), { dateStyle: 'medium' })}
              </Cell>
              <Cell numeric>{usedText(total)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {cost !== undefined && <p className="figures mt-3 text-small text-ink-soft">{cost}</p>}
    </Card>
  );
}

function OverlapsCard({ report }: { report: ImportReport }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <Card title={t('import.overlaps')}>
      <p className="mb-3 text-small text-ink-soft">{t('import.overlapsText')}</p>
      <Table caption={t('import.overlaps')}>
        <thead>
          <tr>
            <HeaderCell>{t('connect.meter')}</HeaderCell>
            <HeaderCell>{t('import.period')}</HeaderCell>
            <HeaderCell numeric>{t('import.overlapsSame')}</HeaderCell>
            <HeaderCell numeric>{t('import.overlapsDifferent')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {report.overlaps.map(({ column, meter, firstTime, lastTime, same, different }) => (
            <tr key={column}>
              <Cell>
                <code>{meter}</code>
              </Cell>
              <Cell className="text-small text-ink-soft">
                {format.range(Date.parse(firstTime), Date.parse(lastTime), { dateStyle: 'medium' })}
              </Cell>
              <Cell numeric>{format.number(same)}</Cell>
              <Cell numeric>{format.number(different)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function ProblemsCard({ report }: { report: ImportReport }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <Card title={t('import.problems')}>
      <Table caption={t('import.problems')}>
        <thead>
          <tr>
            <HeaderCell>{t('import.lineHead')}</HeaderCell>
            <HeaderCell>{t('import.column')}</HeaderCell>
            <HeaderCell>{t('rejections.meaning')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {report.problems.map((problem) => (
            <tr key={`${problem.line} ${problem.column} ${problem.code}`}>
              <Cell className="figures">{format.number(problem.line)}</Cell>
              <Cell>{problem.column}</Cell>
              <Cell>{t(`import.problem.${problem.code}`)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

const askOutlookEveryMs = 400;
/** Whoever still types is not answered letter by letter. */
const settleMs = 400;

/** What would come of an import with these options: the whole file, judged as it will be, and nothing written. */
export function useImportOutlook(fileId: string, options: ImportOptions) {
  const [settled, setSettled] = useState(options);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(options), settleMs);
    return () => clearTimeout(timer);
  }, [options]);
  const isAsked = isZone(settled.timeZone) && settled.mappings.some(({ target }) => !('skip' in target));
  const look = useQuery({
    queryKey: ['import-look', fileId, settled],
    queryFn: () => beginImport(fileId, settled, true),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const id = look.data?.id;
  const report = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => callService(readImport, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? askOutlookEveryMs : false),
  });
  const isOver = settled === options && report.data?.state === 'done';
  return { report: report.data, isAsked, isOver, isContradicted: isOver && report.data?.isContradicted === true };
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

interface ImportOutlookProps {
  outlook: ReturnType<typeof useImportOutlook>;
  isAllTheSame: boolean;
  onAllTheSame: (isChosen: boolean) => void;
}

export function ImportOutlook({ outlook, isAllTheSame, onAllTheSame }: ImportOutlookProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { report, isAsked, isOver } = outlook;
  if (!isAsked) return null;
  return (
    <>
      <Card title={t('import.outlook')}>
        <div data-outlook={isOver ? 'done' : 'running'} className="min-h-16">
          {isOver && report !== undefined ? (
            <>
              <ReportCounts report={report} />
              {report.problems.length > 0 && (
                <ul className="mt-3 rounded-control bg-power-soft px-3 py-2 text-small">
                  {codesOf(report).map(({ code, line }) => (
                    <li key={code}>
                      {t('import.line', { line: format.number(line) })}: {t(`import.problem.${code}`)}
                    </li>
                  ))}
                </ul>
              )}
            </>
          ) : (
            <Progress
              label={t('import.looking')}
              {...(report !== undefined && { value: report.bytesRead / Math.max(1, report.bytes) })}
            />
          )}
        </div>
        {isOver && report !== undefined && outlook.isContradicted && (
          <div role="alert" className="mt-4 rounded-control bg-alert-soft px-3 py-2">
            <p className="text-alert">
              {t('import.manyConflicts', { count: report.conflicts, conflicts: format.number(report.conflicts) })}
            </p>
            <label className="mt-2 flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                className="size-5"
                checked={isAllTheSame}
                onChange={(event) => onAllTheSame(event.target.checked)}
              />
              {t('import.allTheSame')}
            </label>
          </div>
        )}
      </Card>
      {isOver && report !== undefined && report.totals.length > 0 && <TotalsCard report={report} isAhead />}
    </>
  );
}

/** Each kind of problem once, with the first line that has it. */
function codesOf({ problems }: ImportReport): ImportReport['problems'] {
  return problems.filter(({ code }, i) => problems.findIndex((other) => other.code === code) === i).slice(0, 5);
}
