import { outbox } from '#shell/data/browser-outbox.ts';
import { ServiceError, type ServiceErrorCode } from '#shell/data/service-error.ts';
import { type TypedReading, typedReadings } from './typed-readings.ts';

/** What it waits as: readings of one meter are sent in order. */
export const subjectOf = (meter: number | string): string => `meter ${meter}`;

/** The id of the change that it is, null where that is not known; undefined: it waits for the connection. */
export async function keepReading(reading: TypedReading): Promise<string | null | undefined> {
  const of = typeof reading.meter === 'number' ? reading.meter : reading.meter.device.id;
  const submitted = await outbox.submit(typedReadings, subjectOf(of), reading);
  if (submitted.status === 'sent') return submitted.answer as string | null;
  if (submitted.status === 'refused') throw new ServiceError(submitted.code as ServiceErrorCode, 0, submitted.code);
  if (submitted.status === 'not-kept') throw new ServiceError('network', 0, 'offline');
  return undefined;
}
