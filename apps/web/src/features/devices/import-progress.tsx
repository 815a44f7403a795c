import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportReport } from '@wattershed/contracts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { readImport } from './import-api.ts';

const askEveryMs = 400;

export interface ImportProgressProps {
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
    queryFn: ({ signal }) => readImport(id, signal),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? askEveryMs : false),
  });
  const isOver = report !== undefined && report.state !== 'running';
  useEffect(() => {
    if (!isOver) return;
    for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage'], ['quarantine']]) {
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
          <Outcome report={report} onAgain={onAgain} />
        ) : (
          <Progress
            label={t('import.running')}
            {...(report !== undefined && {
              value: report.bytesRead / Math.max(1, report.bytes),
              text: t('import.rows', { count: report.rows, rows: format.number(report.rows) }),
            })}
          />
        )}
      </Card>
      {isOver && report.totals.length > 0 && <TotalsCard report={report} />}
      {isOver && report.problems.length > 0 && <ProblemsCard report={report} />}
    </div>
  );
}

function Outcome({ report, onAgain }: { report: ImportReport; onAgain: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const isDone = report.state === 'done';
  const Icon = isDone ? CircleCheck : TriangleAlert;
  const counts = [
    { label: t('import.rowsRead'), value: report.rows },
    { label: t('import.accepted'), value: report.accepted },
    { label: t('import.duplicate'), value: report.duplicate },
    { label: t('import.rejected'), value: report.rejected },
  ];
  return (
    <div role="status" data-import={report.state}>
      <p className="flex items-center gap-3">
        <Icon className={isDone ? 'size-7 text-leaf' : 'size-7 text-alert'} aria-hidden />
        <strong className="text-[1.25rem] leading-tight font-[650]">
          {isDone ? t('import.done') : t('import.failed')}
        </strong>
      </p>
      {report.error !== null && <p className="mt-2 text-alert">{t(`import.error.${report.error}`)}</p>}
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        {counts.map(({ label, value }) => (
          <div key={label}>
            <dd className="figures text-second">{format.number(value)}</dd>
            <dt className="text-small text-ink-soft">{label}</dt>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard" className={buttonStyle()}>
          {t('connect.toDashboard')}
        </Link>
        <Button look="secondary" onClick={onAgain}>
          {t('import.again')}
        </Button>
      </div>
    </div>
  );
}

function TotalsCard({ report }: { report: ImportReport }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <Card title={t('import.totals')}>
      <Table caption={t('import.totals')}>
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
              <Cell numeric>
                {total.utility === 'electricity'
                  ? `${format.number(total.used / 1000, 3, 3)}\u00a0kWh`
                  : `${format.number(total.used / 1000, 3, 3)}\u00a0L`}
              </Cell>
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
