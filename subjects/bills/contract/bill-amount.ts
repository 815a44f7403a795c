import { z } from 'zod';

export const amount = z
  .string()
  .regex(/^-?\d+([.]\d+)?$/)
  .describe('A decimal text, exact.');
