/** What the interface's description says of devices: their tokens, readings that wait, found hardware, switching. */
import {
  addChannelBody,
  addedChannel,
  createdToken,
  createTokenBody,
  meterReadings,
  meterReadingsQuery,
  quarantineAnswer,
  repairAnswer,
  repairBody,
  switchAnswer,
  switchBody,
} from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const deviceOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/tokens',
    summary: 'Make an ingest token; it is shown once',
    auth: 'person',
    body: createTokenBody,
    answer: createdToken,
    status: 201,
  },
  { method: 'delete', path: '/api/v1/tokens/{id}', summary: 'Revoke an ingest token', auth: 'person', status: 204 },
  {
    method: 'get',
    path: '/api/v1/quarantine',
    summary: 'Readings that wait for a decision',
    auth: 'person',
    query: z.object({ household: z.uuid().optional() }),
    answer: quarantineAnswer,
  },
  {
    method: 'get',
    path: '/api/v1/meters/{id}/readings',
    summary: 'Readings of a meter as they are kept, with the use that each closed',
    auth: 'person',
    query: meterReadingsQuery,
    answer: meterReadings,
  },
  {
    method: 'post',
    path: '/api/v1/repairs',
    summary: 'Change readings, or what a meter is believed; or see what that would change',
    auth: 'person',
    body: repairBody,
    answer: repairAnswer,
  },
  {
    method: 'post',
    path: '/api/v1/repairs/{id}/undo',
    summary: 'Take a repair back',
    auth: 'person',
    answer: repairAnswer,
  },
  {
    method: 'post',
    path: '/api/v1/channels/{id}/device',
    summary: 'Make found hardware a device, or part of one',
    auth: 'person',
    body: addChannelBody,
    answer: addedChannel,
    status: 201,
  },
  {
    method: 'post',
    path: '/api/v1/devices/{id}/switch',
    summary: 'Switch a device, and hear within five seconds what it says itself',
    auth: 'person',
    body: switchBody,
    answer: switchAnswer,
  },
];
