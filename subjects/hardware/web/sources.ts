import { queryOptions, useQuery } from '@tanstack/react-query';
import { factsOf, type Utility } from '#catalogue/index.ts';
import { readSources, type SourceKinds } from '../contract/hardware.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';

type SourceKind = SourceKinds['sources'][number];

/** What can be connected, as the service declares it; it changes with the version. */
const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: () => callService(readSources),
  staleTime: Number.POSITIVE_INFINITY,
  meta: keptOffline,
});

export const useSources = () => useQuery(sourcesQuery).data;

/** What one chooses on the Connect page: something that sends by a recipe, or something that is asked. */
export interface SenderChoice {
  readonly id: string;
  readonly source: SourceKind;
  /** Left out: it is asked. */
  readonly text?: string;
}

export function senderChoices({ sources }: SourceKinds): SenderChoice[] {
  return sources.flatMap((source) => [
    ...source.setUps.map(({ name, text }) => ({ id: name, source, text })),
    ...(source.transports.includes('poll') ? [{ id: source.id, source }] : []),
  ]);
}

export interface SenderTarget {
  origin: string;
  token: string;
  meter: string;
  utility: Utility;
}

/** What one puts into the settings of a program that others wrote, so that it sends to this meter. */
export function fillSetUp(text: string, { origin, token, meter, utility }: SenderTarget): string {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  const values: Record<string, string> = {
    origin,
    socket: origin.replace(/^http/, 'ws'),
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
    secure: String(isSecure),
    token,
    meter,
    utility,
    unit: factsOf(utility).usualUnit,
  };
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** What a device that speaks MQTT is told, field by field. Any user name does. */
export function brokerSettings({
  origin,
  token,
  port,
  isSecure,
}: Pick<SenderTarget, 'origin' | 'token'> & { port: number; isSecure: boolean }): string {
  return [
    `Host: ${new URL(origin).hostname}`,
    `Port: ${port}`,
    ...(isSecure ? ['TLS: on'] : []),
    'User: wattershed',
    `Password: ${token}`,
  ].join('\n');
}
