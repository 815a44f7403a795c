/** Every service that is asked for what a household would else export by hand. */
import { entsoe } from './entsoe.ts';
import { esios } from './esios.ts';
import { homeAssistant } from './home-assistant.ts';
import { octopus } from './octopus.ts';
import { omie } from './omie.ts';
import { openMeteo } from './open-meteo.ts';
import type { Pull } from './pull.ts';
import { tibber } from './tibber.ts';

export const pulls: readonly Pull[] = [openMeteo, octopus, homeAssistant, tibber, esios, entsoe, omie];
