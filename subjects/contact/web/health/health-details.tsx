import { useQuery } from '@tanstack/react-query';
import { type HealthReport, readHealthReport } from '#catalogue/health.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';

const everyMs = 30_000;

/** What the service tells administrators alone. */
export function HealthDetails() {
  const { t } = useTranslation(['health', 'errors']);
  const report = useQuery({
    queryKey: ['health', 'report'],
    queryFn: ({ signal }) => callService(readHealthReport, { signal }),
    refetchInterval: everyMs,
    staleTime: 0,
  });
  return (
    <section aria-labelledby="details-title" className="space-y-4 pt-4">
      <h2 id="details-title" className="text-head">
        {t('details.title')}
      </h2>
      {report.data !== undefined ? (
        <Report report={report.data} />
      ) : report.isError ? (
        <Card>
          <LoadFailure error={report.error} onRetry={() => void report.refetch()} />
        </Card>
      ) : (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
    </section>
  );
}

function Report({ report }: { report: HealthReport }) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const at = (instant: string | null) => (instant === null ? t('details.never') : format.dateTime(Date.parse(instant)));
  const ms = (value: number | null) =>
    value === null ? t('details.none') : t('latency', { ms: format.number(value) });
  const { database, ingest, mail, backup } = report;
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Facts
          title={t('details.installation')}
          facts={[
            [t('details.version'), report.version],
            [t('details.node'), report.node],
            [t('details.since'), at(report.startedAt)],
            [t('details.memory'), format.bytes(report.memoryBytes)],
            [t('details.kind'), report.hosted ? t('details.hosted') : t('details.embedded')],
            [t('details.problem'), report.problem ?? t('details.none')],
          ]}
        />
        <Facts
          title={t('details.database')}
          facts={[
            [t('details.migration'), database.migration ?? t('state.unknown')],
            [
              t('details.connections'),
              t('details.connectionsOf', {
                total: format.number(database.connections),
                busy: format.number(database.busy),
              }),
            ],
            [t('details.size'), format.bytes(database.bytes)],
            [t('details.newest'), at(database.newestReading)],
          ]}
        />
        <Facts
          title={t('details.ingest')}
          facts={[
            [t('details.lag'), ms(ingest.lagMs)],
            [t('details.slowest'), ms(ingest.slowestMs)],
            [t('details.commits'), format.number(ingest.commits)],
            [t('details.failures'), format.number(ingest.failures)],
            [t('details.lastAt'), at(ingest.lastAt)],
          ]}
        />
        <Facts
          title={t('details.mail')}
          facts={[
            [t('details.waiting'), format.number(mail.waiting)],
            [t('details.oldest'), mail.oldestAt === null ? t('details.none') : at(mail.oldestAt)],
            [t('details.attempts'), format.number(mail.maxAttempts)],
            [t('details.said'), mail.problem ?? t('details.none')],
          ]}
        />
        {backup && (
          <Facts
            title={t('details.backup')}
            facts={[
              [t('details.backupTo'), backup.place],
              [t('details.backupLast'), at(backup.lastGoodAt)],
              [t('details.backupSize'), backup.lastBytes === null ? t('details.none') : format.bytes(backup.lastBytes)],
              backup.rows === null
                ? [t('details.backupNext'), at(backup.nextAt)]
                : [t('details.backupNow'), t('details.backupRows', { rows: format.number(backup.rows) })],
              [
                t('details.backupFault'),
                backup.failure
                  ? t(`details.backupFaults.${backup.failure.code}`, { ...backup.failure, place: backup.place })
                  : t('details.none'),
              ],
            ]}
          />
        )}
      </div>
      <Card title={t('details.jobs')}>
        <Table caption={t('details.jobs')}>
          <thead>
            <tr>
              <HeaderCell>{t('details.job')}</HeaderCell>
              <HeaderCell>{t('details.last')}</HeaderCell>
              <HeaderCell numeric>{t('details.took')}</HeaderCell>
              <HeaderCell numeric>{t('details.failed')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {report.jobs.map((job) => (
              <tr key={job.name}>
                <Cell>
                  <code className="text-small whitespace-nowrap">{job.name}</code>
                </Cell>
                <Cell className="whitespace-nowrap">{at(job.lastAt)}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {ms(job.tookMs)}
                </Cell>
                <Cell numeric>{format.number(job.failures)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </>
  );
}

function Facts({ title, facts }: { title: ReactNode; facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Card title={title} level={3}>
      <dl className="divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
