/** The door of rates from OpenEI's Utility Rate Database. */
export { readUrdb } from './read-urdb.ts';
export {
  type UrdbAnswer,
  type UrdbAssumption,
  urdbAssumptions,
  type UrdbFault,
  urdbFaultCodes,
  type UrdbNote,
} from './urdb-answer.ts';
