/** What the interface's description says of tariffs, and of the prices of markets. */
import {
  changeTariffBody,
  checkedTariff,
  checkTariffBody,
  enteredTariffs,
  enterTariffsBody,
  pricesAnswer,
  pricesQuery,
  seriesList,
  tariffLibrary,
  tariffText,
} from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const tariffOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/tariffs/library',
    summary: 'Real tariffs that come with the product, with their sources',
    auth: 'none',
    answer: tariffLibrary,
  },
  {
    method: 'get',
    path: '/api/v1/tariffs/library/{id}',
    summary: 'One of them as text',
    auth: 'none',
    answer: tariffText,
  },
  {
    method: 'post',
    path: '/api/v1/tariffs/check',
    summary: 'Check a tariff, by line, and price a month with it',
    auth: 'person',
    body: checkTariffBody,
    answer: checkedTariff,
  },
  {
    method: 'post',
    path: '/api/v1/tariffs',
    summary: 'Enter tariffs from a day on, all or none',
    auth: 'person',
    body: enterTariffsBody,
    answer: enteredTariffs,
    status: 201,
  },
  {
    method: 'put',
    path: '/api/v1/tariffs/{id}',
    summary: 'Change a tariff',
    auth: 'person',
    body: changeTariffBody,
    status: 204,
  },
  {
    method: 'get',
    path: '/api/v1/prices',
    summary: 'The series of market prices and day colours that a household has',
    auth: 'person',
    query: z.object({ household: z.uuid().optional() }),
    answer: seriesList,
  },
  {
    method: 'post',
    path: '/api/v1/prices',
    summary: 'Take in a file of market prices (ESIOS, Octopus, CSV) or of day colours (CSV)',
    auth: 'person',
    query: pricesQuery,
    body: z.string().describe('The file as it is.'),
    bodyType: 'text/plain',
    answer: pricesAnswer,
  },
];
